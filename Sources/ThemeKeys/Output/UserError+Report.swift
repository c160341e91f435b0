package import ThemeProject

extension UserError {
    /// The error and its hint as lines, in the form that Xcode and SwiftPM recognize.
    package var report: String {
        let location = path.map { SwiftText.comment($0) + (position.map { ":\($0.line):\($0.column)" } ?? "") + ": " }
        let hint = hint.map { "hint: \(SwiftText.comment($0))\n" } ?? ""
        return "\(location ?? "")error: \(SwiftText.comment(message))\n\(hint)"
    }
}
