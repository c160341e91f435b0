import Foundation

/// A git repository in a temporary folder.
public final class TestRepository {
    private let sandbox: Sandbox

    public var path: String { sandbox.path }

    public init() throws {
        sandbox = try Sandbox()
        try git("init", "-q", "-b", "main")
    }

    public func write(_ path: String, _ bytes: [UInt8]) throws { try sandbox.write(path, bytes) }

    /// Commits all files under a tag.
    public func commit(_ tag: String) throws {
        try git("add", "--all")
        try git("commit", "-q", "-m", tag)
        try git("tag", tag)
    }

    @discardableResult
    public func git(_ arguments: String...) throws -> String { try Self.run(["-C", path] + arguments) }

    /// Runs git without the configuration of the person who runs the tests. Returns its output.
    @discardableResult
    public static func run(_ arguments: [String]) throws -> String {
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgSign=false"]
        let result = try Tool.run(
            Tool.path(of: "git") ?? "git", identity + arguments,
            environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"])
        guard result.status == 0 else { throw GitFailure(message: result.errors) }
        return result.output
    }

    private struct GitFailure: Error { let message: String }
}
