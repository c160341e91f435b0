import CPhysicsFS

/// A pack as PhysicsFS sees it. There is one search path in a process.
final class PhysicsFSArchive {
    private let path: String

    /// Mounts the archive behind those that are mounted.
    init(_ path: String) throws {
        if PHYSFS_isInit() == 0 { PHYSFS_init(CommandLine.arguments[0]) }
        guard PHYSFS_mount(path, nil, 1) != 0 else { throw BenchmarkFailure("PhysicsFS cannot mount \(path)") }
        self.path = path
    }

    deinit { PHYSFS_unmount(path) }

    func exists(_ name: UnsafePointer<CChar>) -> Bool { PHYSFS_exists(name) != 0 }
}
