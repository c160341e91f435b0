import SystemCalls
import ThemeModel
import ThemePackager
package import ThemeProject
import ThemeTrust

/// `ssh-keygen -Y sign`, which uses files of keys, agents and hardware keys.
package struct SigningProgram: Sendable {
    private let key: String
    private let program: String

    /// - Parameters:
    ///   - key: a private key, or a public one whose private key is in the agent.
    ///   - program: its name or path. Tests replace it.
    package init(key: String, program: String = "ssh-keygen") { (self.key, self.program) = (key, program) }

    /// Returns a signature of a file's bytes that was verified.
    ///
    /// The program reads the bytes from its input. It asks for passwords and touches on the terminal.
    package func signature(of path: String, namespace: String) throws(UserError) -> [UInt8] {
        let file = try PackReader.map(path)
        let text = try run(reading: path, namespace: namespace)
        let signature: SSHSignature
        do throws(TrustError) {
            signature = try SSHSignature(armored: text)
        } catch {
            throw UserError(path: key, error.reason, hint: error.hint)
        }
        let isOwn = file.withBytes { signature.isValid(for: $0) }
        guard isOwn, UTF8Order.equal(signature.namespace, namespace) else {
            throw UserError(path: path, "changed while it was signed", hint: "sign it again")
        }
        return text
    }

    private func run(reading path: String, namespace: String) throws(UserError) -> [UInt8] {
        let input = open(path, O_RDONLY | O_CLOEXEC)
        var output: [Int32] = [-1, -1]
        guard input >= 0, pipe(&output) == 0 else {
            let reason = String(cString: strerror(errno))
            if input >= 0 { close(input) }
            throw UserError(path: path, "cannot be read: \(reason)", hint: "check its permissions")
        }
        for end in output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let words = [program, "-q", "-Y", "sign", "-n", namespace, "-f", key]
        let (process, code) = Self.spawn(words, input: input, output: output[1])
        close(input)
        close(output[1])
        defer { close(output[0]) }
        guard code == 0 else {
            throw UserError(
                "\(program) cannot be started: \(String(cString: strerror(code)))",
                hint: "install OpenSSH: the package openssh-client, or openssh")
        }
        let text = Self.everything(from: output[0])
        var status: Int32 = 0
        _ = retryingOnInterrupt { waitpid(process, &status, 0) }
        guard status == 0 else {
            throw UserError(
                path: path, "was not signed: \(program) failed",
                hint: "its message is above; is '\(key)' a key, and is the agent running?")
        }
        return text
    }

    /// Returns the process and 0, or an error number.
    private static func spawn(_ words: [String], input: Int32, output: Int32) -> (pid_t, Int32) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The tool blocks signals in its threads; a program inherits that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = words.map { strdup($0) }
        defer { for text in arguments { free(text) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, &attributes, arguments + [nil], environ)
        return (process, code)
    }

    private static func everything(from descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = retryingOnInterrupt { read(descriptor, &buffer, buffer.count) }
            guard count > 0, bytes.count <= SSHSignature.maximumByteCount else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
