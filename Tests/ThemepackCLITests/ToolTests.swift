import TestSupport

/// Tests of the built executable in a folder of their own.
protocol ToolTests {
    var sandbox: Sandbox { get }
}

extension ToolTests {
    /// A project that has nothing wrong with it.
    static func soundProject() throws -> Sandbox {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        return sandbox
    }

    func themepack(_ arguments: String..., in folder: String = "", environment: [String: String] = [:]) throws
        -> Tool.Result
    {
        try Tool.run(Tool.themepack, arguments, in: "\(sandbox.path)/\(folder)", environment: environment)
    }
}
