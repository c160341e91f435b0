#if os(Linux)
    import SystemCalls

    /// The inotify events of watched folders.
    final class KernelEvents {
        private let descriptor: Int32
        private var root: Int32 = -1
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

        /// Watches folders and the project's root folder. Returns `false` if the kernel's limit of watches is reached.
        func watch(_ folders: [String], root: String) -> Bool {
            self.root = inotify_add_watch(descriptor, root, Self.mask)
            return self.root >= 0
                && folders.allSatisfy { inotify_add_watch(descriptor, $0, Self.mask) >= 0 || errno != ENOSPC }
        }

        /// Waits for a change, and then for a pause in which no file is being written. Ignores irrelevant names in the
        /// root folder, where packs can be written. Returns whether folders were added or removed.
        func wait(_ isRelevant: (String) -> Bool, meanwhile: () -> Void) -> Bool {
            var lastChange: ContinuousClock.Instant?
            var foldersChanged = false
            // Written files that are not closed yet, by folder and name.
            var open: Set<String> = []
            var isPaused = false
            while true {
                var timeout = -1
                var isOver = false
                if let lastChange {
                    let idle = Int((ContinuousClock.now - lastChange) / .milliseconds(1))
                    let end = open.isEmpty ? ChangeWatch.burstPause : ChangeWatch.openFilePause
                    isOver = isPaused && idle >= end
                    timeout = isOver ? 0 : max(1, (isPaused ? end : ChangeWatch.lookAheadPause) - idle)
                }
                if !isReadable(timeout: Int32(timeout)) {
                    if isOver { return foldersChanged }
                    if !isPaused { meanwhile() }
                    isPaused = true
                    continue
                }
                forEachEvent { folder, mask, name in
                    if folder == root, mask & UInt32(IN_Q_OVERFLOW) == 0, !isRelevant(name) { return }
                    (lastChange, isPaused) = (.now, false)
                    let file = "\(folder)/\(name)"
                    if mask & UInt32(IN_MODIFY) != 0 {
                        open.insert(file)
                    } else if mask & UInt32(IN_ATTRIB) == 0 {
                        open.remove(file)
                    }
                    let folderEvents = UInt32(IN_ISDIR) | UInt32(IN_Q_OVERFLOW) | UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
                    if mask & folderEvents != 0 { foldersChanged = true }
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
