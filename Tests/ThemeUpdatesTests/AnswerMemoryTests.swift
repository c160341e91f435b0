#if os(Linux)
    import ThemeModel
    import Foundation
    import ThemeSystem
    import TestSupport
    import Testing
    import ThemeTrust

    @testable import ThemeUpdates

    /// The memory for answers, as the peak of a process that receives nothing else.
    struct AnswerMemoryTests {
        private static let childTest = "AnswerMemoryTests.child"
        private static let instructions = TestChild.instructions(for: childTest)
        private static let prefix = "peak: "
        private static let byteCount: Int64 = 200_000_000
        /// The bytes of a download that have arrived before.
        private static let start: Int64 = 1000

        /// The largest resident memory of this process until now, in bytes.
        private static func peak() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.split(separator: " ")[1])) << 10
        }

        @Test("A process that measures itself", .enabled(if: instructions != nil))
        func child() async throws {
            let lines = try #require(Self.instructions).split(separator: "\n").map(String.init)
            var source = UpdateSource(
                base: try FeedBase("http://127.0.0.1/"), channel: try FeedChannel("stable"),
                signers: try TrustedSigners(allowedSigners: TestSigner().line()))
            source.limits.interval = .seconds(600)
            source.limits.resumptions = 0
            source.allowsLoopback = true
            let fetcher = Fetcher(source: source, transport: SystemTransport(), server: source.base)
            // The disk is slow and keeps nothing.
            var disk = DiskCalls()
            disk.write = { _, _, count in
                pause(for: .milliseconds(2))
                return count
            }
            var store = UpdateStore(folder: lines[1])
            store.disk = disk
            try store.createFolders()
            let download = PackDownload(fetcher: fetcher, store: store) { _, _ in }
            let file = try #require(FeedFile(digest: ContentDigest(of: []), byteCount: Self.byteCount))
            let part = store.path(ofPart: file.digest.description)
            _ = try await fetcher.bytes(of: "\(lines[0])warm", limit: 1000)
            let before = try Self.peak()
            var errors: [String] = []
            for path in lines[2...] {
                for acceptsGzip in [false, true] {
                    let limit = ThemeFeed.maximumByteCount
                    errors.append(
                        await updateError {
                            try await fetcher.bytes(of: lines[0] + path, limit: limit, acceptsGzip: acceptsGzip)
                        })
                }
                errors.append(await updateError { try await download.file(file, at: lines[0] + path) })
                store.remove(part)
                // A download that an earlier process began.
                try Data(count: Int(Self.start)).write(to: URL(fileURLWithPath: part))
                errors.append(await updateError { try await download.file(file, at: lines[0] + path) })
                store.remove(part)
                let isFetched = try await fetcher.range(
                    0..<Self.byteCount, of: lines[0] + path, length: Self.byteCount
                ) { _ in }
                if !isFetched { errors.append("of no use") }
            }
            let text = "\(Self.prefix)\(try Self.peak() - before) \(errors.filter { !$0.isEmpty }.count)\n"
            FileHandle.standardOutput.write(Data(text.utf8))
        }

        @Test("TR11 Bombs and endless answers take at most 32 MB of memory", .enabled(if: instructions == nil))
        func bounded() async throws {
            let server = try TestServer()
            let sandbox = try Sandbox()
            let bomb = TestServer.bomb
            let chunk = Array("\(String(bomb.count, radix: 16))\r\n".utf8) + bomb + Array("\r\n".utf8)
            let heads = [
                "gzip": "Content-Encoding: gzip", "stacked": "Content-Encoding: gzip, gzip",
                "transfer": "Transfer-Encoding: gzip, chunked", "endless": "",
                "largest": "Content-Length: 9223372036854775807",
            ]
            server.files["/warm"] = [1]
            server.behavior = { request, file in
                let name = String(request.path.dropFirst())
                guard let field = heads[name] else { return nil }
                let body =
                    name == "transfer" ? chunk : name == "endless" ? [UInt8](repeating: 7, count: 1 << 20) : bomb
                var lines = ["HTTP/1.1 200 OK", "Connection: close"] + (field.isEmpty ? [] : [field])
                if let range = request.range(of: Int(Self.byteCount)) {
                    lines[0] = "HTTP/1.1 206 Partial Content"
                    lines.append(
                        "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(Self.byteCount)")
                }
                let head = (lines + ["", ""]).joined(separator: "\r\n")
                return [.send(Array(head.utf8)), .repeatedly(body, pause: 0)]
            }
            let lines = ["http://127.0.0.1:\(server.port)/", "\(sandbox.path)/store"] + heads.keys.sorted()
            // Else glibc keeps a large array that was freed, one for each thread that had one.
            let child = try TestChild(
                Self.childTest, lines.joined(separator: "\n"), settings: ["MALLOC_MMAP_THRESHOLD_": "1048576"])
            try await child.end()
            let line = try #require(try child.output().split(separator: "\n").first { $0.hasPrefix(Self.prefix) })
            let words = line.dropFirst(Self.prefix.count).split(separator: " ").compactMap { Int($0) }
            try #require(words.count == 2)
            #expect(words[0] <= 32_000_000, "\(words[0])")
            // A small file and a feed, a download, its rest, and a range.
            #expect(words[1] == 5 * heads.count)
        }
    }
#endif
