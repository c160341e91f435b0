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
            // A bomb that is a compressed feed. Its head is right, so nothing but the limits stops it.
            var errors = [
                ThemeFeed.bytes(
                    compressed: try await fetcher.bytes(
                        of: "\(lines[0])feed", limit: ThemeFeed.compressedByteCountMax)) == nil ? "of no use" : ""
            ]
            for path in lines[2...] {
                errors.append(await updateError { try await fetcher.bytes(of: lines[0] + path, limit: 16 << 20) })
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

        /// The start of a gzip stream of zeros, of which 2.6 MB inflate to 413 MB.
        /// https://www.rfc-editor.org/rfc/rfc1951
        private static let bomb: [UInt8] = {
            // A match of 258 bytes at the distance 1 has 13 bits: 11000101 for the length, 00000 for the distance.
            // Eight matches have whole bytes, so the bytes repeat, also with an offset of 11 bits.
            var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
            for _ in 0..<16 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
            let bytes = stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
                (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << $1 }
            }
            let period = Array(bytes[2..<15])
            return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes[..<2] + (0..<200_000).flatMap { _ in period }
        }()

        @Test("TR11 Bombs and endless answers take at most 32 MB of memory", .enabled(if: instructions == nil))
        func bounded() async throws {
            let server = try TestServer()
            let sandbox = try Sandbox()
            let chunk = Array("\(String(Self.bomb.count, radix: 16))\r\n".utf8) + Self.bomb + Array("\r\n".utf8)
            let heads = [
                "gzip": "Content-Encoding: gzip", "stacked": "Content-Encoding: gzip, gzip",
                "transfer": "Transfer-Encoding: gzip, chunked", "endless": "",
                "largest": "Content-Length: 9223372036854775807",
            ]
            server.files["/warm"] = [1]
            let rest = ThemeFeed.compressedByteCountMax - Self.bomb.count
            server.files["/feed"] = Self.bomb + [UInt8](repeating: 0, count: rest)
            server.behavior = { request, file in
                let name = String(request.path.dropFirst())
                guard let field = heads[name] else { return nil }
                let body =
                    name == "transfer" ? chunk : name == "endless" ? [UInt8](repeating: 7, count: 1 << 20) : Self.bomb
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
            let child = try TestChild(Self.childTest, lines.joined(separator: "\n"))
            try await child.end()
            let line = try #require(try child.output().split(separator: "\n").first { $0.hasPrefix(Self.prefix) })
            let words = line.dropFirst(Self.prefix.count).split(separator: " ").compactMap { Int($0) }
            try #require(words.count == 2)
            #expect(words[0] <= 32_000_000, "\(words[0])")
            // A small file, a download, its rest, and a range; and the feed.
            #expect(words[1] == 4 * heads.count + 1)
        }
    }
#endif
