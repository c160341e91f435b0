#if os(macOS) || os(Linux)
    /// A program's folder, and limits that the system enforces.
    package struct Confinement: Sendable {
        let folder: String
        let cpuSeconds: Int
        let memory: Int
        let fileBytes: Int

        /// - Parameters:
        ///   - folder: the program's current folder.
        ///   - memory: bytes of virtual memory. macOS ignores it.
        ///   - fileBytes: of each file that the program writes.
        package init(folder: String, cpuSeconds: Int, memory: Int, fileBytes: Int) {
            self.folder = folder
            self.cpuSeconds = cpuSeconds
            self.memory = memory
            self.fileBytes = fileBytes
        }

        // posix_spawn sets no limits, and the folder only on some systems.
        private static let script = """
            ulimit -c 0; ulimit -t "$2"; ulimit -f "$3"; ulimit -v "$4" 2>/dev/null; \
            cd "$1" || exit 1; shift 4; exec "$@"
            """

        func confining(_ words: [String]) -> [String] {
            // The units are blocks of 512 bytes, and KiB.
            let limits = [String(cpuSeconds), String(fileBytes / 512 + 1), String(memory / 1024)]
            return ["/bin/sh", "-c", Self.script, "sh", folder] + limits + words
        }
    }
#endif
