import CPhysicsFS

/// A pack, mounted by PhysicsFS, which has one search path per process.
final class PhysicsFSArchive {
    private let path: String

    init(_ path: String) throws {
        if PHYSFS_isInit() == 0 { PHYSFS_init(CommandLine.arguments[0]) }
        guard PHYSFS_mount(path, nil, 1) != 0 else { throw BenchmarkFailure("PhysicsFS cannot mount \(path)") }
        self.path = path
    }

    deinit { PHYSFS_unmount(path) }

    func exists(_ name: UnsafePointer<CChar>) -> Bool { PHYSFS_exists(name) != 0 }
}
