package import ThemePackager
import ThemeTrust

/// `ssh-keygen -Y sign`, which uses files of keys, agents and hardware keys.
package struct SigningProgram: Sendable {
    private static let name = "ssh-keygen"

    private let key: String
    private let environment: [String: String]

    /// - Parameters:
    ///   - key: a private key, or a public one whose private key is in the agent.
    ///   - environment: names the folders of programs, and the agent.
    package init(key: String, environment: [String: String]) {
        self.key = key
        self.environment = environment
    }

    /// Returns a signature of a file's bytes that was verified.
    ///
    /// The program reads the bytes from its input. It asks for passwords and touches on the terminal.
    package func signature(of path: String, namespace: String) throws(UserError) -> [UInt8] {
        let file = try PackReader.map(path)
        let text = try run(reading: path, namespace: namespace)
        let signature = try rethrow(as: { UserError(path: key, $0.reason, hint: $0.hint) }) { () throws(TrustError) in
            try SSHSignature(armored: text)
        }
        let isOwn = file.withBytes { signature.isValid(for: $0) }
        guard isOwn, UTF8Order.equal(signature.namespace, namespace) else {
            throw UserError(path: path, "changed while it was signed", hint: "sign it again")
        }
        return text
    }

    private func run(reading path: String, namespace: String) throws(UserError) -> [UInt8] {
        let input = open(path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            let reason = systemReason()
            throw UserError(path: path, "cannot be read: \(reason)", hint: "check its permissions")
        }
        defer { close(input) }
        let result = try start(namespace: namespace, input: input).finish(keeping: SSHSignature.maximumByteCount + 1)
        guard result.status == 0 else {
            throw UserError(
                path: path, "was not signed: \(Self.name) failed",
                hint: "its message is above; is '\(key)' a key, and is the agent running?")
        }
        return result.output
    }

    private func start(namespace: String, input: Int32) throws(UserError) -> ChildProcess {
        do throws(SystemError) {
            guard let path = ProgramFolders(environment["PATH"]).path(of: Self.name) else {
                throw SystemError(code: ENOENT)
            }
            var program = Program(
                path, ["-q", "-Y", "sign", "-n", namespace, "-f", key], environment: environment)
            program.input = .descriptor(input)
            program.messages = .inherited
            program.usesTerminal = true
            return try ChildProcess(program)
        } catch {
            throw UserError(
                "\(Self.name) cannot be started: \(error.reason)",
                hint: "install OpenSSH: the package openssh-client, or openssh")
        }
    }
}
