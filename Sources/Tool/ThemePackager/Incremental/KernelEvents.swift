#if os(Linux)
    import ThemeSystem

    /// The inotify events of watched folders.
    final class KernelEvents {
        private let descriptor: Int32
        /// The relevant names in folders that contain other files too, by watch.
        private var filters: [Int32: Set<String>] = [:]
        /// Folders whose entries can be links to watched folders, by watch.
        private var namedFolders: Set<Int32> = []
        /// The paths of the watched folders, by watch.
        private var paths: [Int32: String] = [:]
        private static let mask = UInt32(
            IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
                | IN_DELETE_SELF
                | IN_MOVE_SELF)

        /// Returns `nil` if the limit of inotify instances is reached.
        init?() {
            descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Watches whole folders, and single names in folders that also change for other reasons, such as builds.
        /// Returns `false` if the kernel's limit of watches is reached.
        func watch(_ folders: [String], names: [String: Set<String>]) -> Bool {
            filters = [:]
            namedFolders = []
            paths = [:]
            for (folder, names) in names {
                guard let watch = watch(folder) else { return false }
                filters[watch, default: []].formUnion(names)
                namedFolders.insert(watch)
            }
            for folder in folders {
                guard let watch = watch(folder) else { return false }
                filters[watch] = nil
            }
            return true
        }

        /// Returns -1 for a folder that cannot be watched, and `nil` at the kernel's limit of watches.
        private func watch(_ folder: String) -> Int32? {
            let watch = inotify_add_watch(descriptor, folder, Self.mask)
            if watch >= 0 { paths[watch] = folder }
            return watch >= 0 || errno != ENOSPC ? watch : nil
        }

        struct Changes {
            /// Whether folders were added or removed, or a link can lead elsewhere.
            var foldersChanged = false
            var paths: Set<String> = []
        }

        /// Waits for a change, and then for a pause, in milliseconds, in which no file is being written.
        func wait(for pause: Int) -> Changes {
            var lastChange: ContinuousClock.Instant?
            var changes = Changes()
            // Written files that are not closed yet, by folder and name.
            var open: Set<String> = []
            while true {
                var timeout = -1
                if let lastChange {
                    let idle = Int((ContinuousClock.now - lastChange) / .milliseconds(1))
                    timeout = max(0, (open.isEmpty ? pause : ChangeWatch.openFilePause) - idle)
                }
                if !isReadable(timeout: Int32(timeout)) { return changes }
                forEachEvent { folder, mask, name in
                    let ofFolder = UInt32(IN_ISDIR) | UInt32(IN_Q_OVERFLOW) | UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
                    let isOther = filters[folder]?.contains(name) == false
                    if isOther, mask & (ofFolder & ~UInt32(IN_ISDIR)) == 0 { return }
                    lastChange = .now
                    if let path = paths[folder] { changes.paths.insert(name.isEmpty ? path : "\(path)/\(name)") }
                    let file = "\(folder)/\(name)"
                    if mask & UInt32(IN_MODIFY) != 0 {
                        open.insert(file)
                    } else if mask & UInt32(IN_ATTRIB) == 0 {
                        open.remove(file)
                    }
                    let ofName = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
                    if mask & (namedFolders.contains(folder) ? ofFolder | ofName : ofFolder) != 0 {
                        changes.foldersChanged = true
                    }
                }
            }
        }

        private func isReadable(timeout: Int32) -> Bool {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, timeout) > 0
        }

        private func forEachEvent(_ body: (_ folder: Int32, _ mask: UInt32, _ name: String) -> Void) {
            let headLength = MemoryLayout<inotify_event>.size
            withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
                buffer in
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                var at = 0
                while count - at >= headLength {
                    let event = buffer.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
                    let name = buffer[(at + headLength)..<min(at + headLength + Int(event.len), count)].prefix {
                        $0 != 0
                    }
                    body(event.wd, event.mask, String(decoding: name, as: UTF8.self))
                    at += headLength + Int(event.len)
                }
            }
        }
    }
#endif
