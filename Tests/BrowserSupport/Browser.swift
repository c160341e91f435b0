import Foundation
import TestSupport
import ThemeSystem
import ThemeModel

#if canImport(Glibc)
    import Glibc
#endif

/// Chromium, driven by the DevTools protocol over two named pipes. It ends with this object.
///
/// https://chromedevtools.github.io/devtools-protocol/
public final class Browser: Sendable {
    /// `nil` if no Chromium is installed, or a family of fonts is missing.
    public static let executable: String? = {
        #if os(Linux)
            guard FontFamily.folders.count == FontFamily.allCases.count else { return nil }
        #endif
        let names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"]
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
        return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first(where: FileManager.default.isExecutableFile)
    }()

    public static let isMissing = "there is no Chromium, or not its fonts: make setup-tests installs them"

    /// Seconds. Other tests run at the same time.
    private static let answerTime = 600.0

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The state that the reading thread and the callers share.
    final class Exchange: Sendable {
        let state = Lock(State())
    }

    struct State {
        var nextID = 1
        var waiting: [Int: CheckedContinuation<JSON, any Error>] = [:]
        /// Events by session, in order.
        var events: [String: [JSON]] = [:]
        var isClosed = false
    }

    private let exchange = Exchange()
    private let folder: Sandbox
    private let process: Process
    private let commands: FileHandle
    /// A pipe divides long commands, so that others would come into their middle.
    private let writing = Lock(())

    private init(_ fonts: FontFamily) throws {
        guard let executable = Self.executable else { throw Failure(description: Self.isMissing) }
        // The browser of a suite lasts as long as the process.
        folder = try Sandbox.untilExit()
        let (input, output) = (folder.path + "/commands", folder.path + "/answers")
        guard mkfifo(input, 0o600) == 0, mkfifo(output, 0o600) == 0 else {
            throw Failure(description: "the pipes of the browser cannot be created")
        }
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \"$0\" \"$@\" 3<'\(input)' 4>'\(output)'", executable, "--headless=new", "--no-sandbox",
            "--remote-debugging-pipe", "--user-data-dir=\(folder.path)/profile", "--no-first-run", "--disable-gpu",
            "--disable-extensions", "--disable-background-networking", "--disable-component-update",
            "--disable-dev-shm-usage", "--force-device-scale-factor=1", "--hide-scrollbars",
            // A page behind another one keeps its timers, its frames and its share of the processor.
            "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
        ]
        try folder.write("fonts.conf", fonts.configuration(cache: "\(folder.path)/fonts"))
        process.environment = ProcessInfo.processInfo.environment
            .merging(["FONTCONFIG_FILE": "\(folder.path)/fonts.conf"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Each call waits until the shell has opened the other end.
        guard let commands = FileHandle(forWritingAtPath: input), let answers = FileHandle(forReadingAtPath: output)
        else { throw Failure(description: "the pipes of the browser cannot be opened") }
        self.commands = commands
        Thread.detachNewThread { [exchange] in Self.read(answers, into: exchange) }
    }

    deinit {
        // Chromium ends when its pipe is closed.
        try? commands.close()
        process.waitForEnd()
    }

    private static func read(_ answers: FileHandle, into exchange: Exchange) {
        var start = Data()
        while case var piece = answers.availableData, !piece.isEmpty {
            while let length = lengthOfMessage(at: piece) {
                let message = try? JSON(parsing: start + piece.prefix(length))
                start = Data()
                piece = Data(piece.dropFirst(length + 1))
                guard let message else { continue }
                if let id = message["id"].number {
                    exchange.state.withLock { $0.waiting.removeValue(forKey: Int(id)) }?.resume(returning: message)
                } else {
                    exchange.state.withLock {
                        $0.events[message["sessionId"].string ?? "", default: []].append(message)
                    }
                }
            }
            start.append(piece)
        }
        let waiting = exchange.state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume(throwing: Failure(description: "the browser has ended")) }
    }

    /// Returns the number of bytes before the zero that ends a message; `nil` if there is none.
    private static func lengthOfMessage(at bytes: Data) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let end = memchr(start, 0, bytes.count) else { return nil }
            return UnsafeRawPointer(end) - start
        }
    }

    /// Sends a command and returns its result.
    @discardableResult
    func send(_ method: String, _ parameters: JSON = [:], session: String? = nil) async throws -> JSON {
        let answer = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<JSON, any Error>) in
            let id = exchange.state.withLock { state -> Int? in
                guard !state.isClosed else { return nil }
                state.nextID += 1
                state.waiting[state.nextID] = continuation
                return state.nextID
            }
            guard let id else { return continuation.resume(throwing: Failure(description: "the browser has ended")) }
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.answerTime) { [exchange] in
                exchange.state.withLock { $0.waiting.removeValue(forKey: id) }?
                    .resume(throwing: Failure(description: "no answer to \(method) within \(Self.answerTime) s"))
            }
            var message: [String: JSON] = [
                "id": .number(Double(id)), "method": .string(method), "params": parameters,
            ]
            if let session { message["sessionId"] = .string(session) }
            do {
                let bytes = try JSON.object(message).bytes + [0]
                try writing.withLock { _ in try commands.write(contentsOf: bytes) }
            } catch {
                exchange.state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: error)
            }
        }
        if let error = answer["error"]["message"].string { throw Failure(description: "\(method): \(error)") }
        return answer["result"]
    }

    func events(of session: String) -> [JSON] { exchange.state.withLock { $0.events[session] ?? [] } }

    func forgetEvents(of session: String, where isForgotten: (JSON) -> Bool = { _ in true }) {
        exchange.state.withLock { $0.events[session]?.removeAll(where: isForgotten) }
    }

    private static let wide = Result { try Browser(.wide) }
    private static let narrow = Result { try Browser(.narrow) }

    /// Opens a page in the browser that all tests with these fonts share.
    public static func open(
        _ address: String, _ scheme: BrowserPage.Scheme = .light, fonts: FontFamily = .wide,
        reducedMotion: Bool = true, script: Bool = true
    ) async throws -> BrowserPage {
        let page = try await (fonts == .wide ? wide : narrow).get().page()
        try await page.setScriptEnabled(script)
        try await page.emulate(scheme, reducedMotion: reducedMotion)
        try await page.open(address)
        return page
    }

    /// Opens an empty page of 1,280 by 800 pixels.
    private func page() async throws -> BrowserPage {
        // In a window of its own: a tab behind another one draws no frames.
        let target = try await send("Target.createTarget", ["url": "about:blank", "newWindow": true])
        let session = try await send(
            "Target.attachToTarget", ["targetId": target["targetId"], "flatten": true])["sessionId"].string
        guard let session, let id = target["targetId"].string else {
            throw Failure(description: "the browser has opened no page")
        }
        let page = BrowserPage(self, session: session, target: id)
        for domain in ["Page", "Runtime", "Log", "Network"] { try await page.send("\(domain).enable") }
        try await page.resize(width: 1280, height: 800)
        return page
    }
}
