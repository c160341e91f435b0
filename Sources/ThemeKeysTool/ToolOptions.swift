import ThemeProject

/// The arguments of the program that the plugins run.
struct ToolOptions {
    private(set) var target = ""
    private(set) var output = ""
    private(set) var access: KeyAccess?
    private(set) var isCheck = false
    /// Whether SwiftPM runs it as a step of a build.
    private(set) var isBuilding = false

    init(_ arguments: [String]) throws(UserError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--check": isCheck = true
            case "--building": isBuilding = true
            case "--target": target = try Self.value(of: option, &rest)
            case "--output": output = try Self.value(of: option, &rest)
            case "--access":
                let name = try Self.value(of: option, &rest)
                guard let access = KeyAccess(rawValue: name) else {
                    throw UserError("there is no access level '\(name)'", hint: "expected \(KeyAccess.names)")
                }
                self.access = access
            default:
                throw UserError(
                    "there is no option '\(option)'", hint: "expected --target, --output, --access or --check")
            }
        }
        guard !target.isEmpty, !output.isEmpty else { throw UserError("--target and --output are required") }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UserError) -> String {
        guard let value = rest.popFirst() else { throw UserError("\(option) needs a value") }
        return value
    }
}
