import ThemeManagement

// Stands for the classes of a toolkit.

@MainActor
final class TextLabel {
    var text = ""
    var textColor: ThemeColor? = .toolkit
}

@MainActor
final class PushButton {
    private var titles: [ControlState: ThemeColor] = [:]

    func titleColor(for state: ControlState) -> ThemeColor { titles[state] ?? .toolkit }
    func setTitleColor(_ color: ThemeColor, for state: ControlState) { titles[state] = color }
}

@MainActor
final class View {
    var backgroundColor: ThemeColor? = .toolkit
    var image: ThemeImage?
    private(set) var reloads = 0
    static var animations: [Double] = []

    func reload() { reloads += 1 }

    /// UIKit's signature.
    static func animate(withDuration duration: Double, animations changes: @escaping () -> Void) {
        animations.append(duration)
        changes()
    }
}

struct NativeColor: Equatable {
    let rgb: [UInt8]

    init(_ color: ThemeColor) { rgb = [color.red, color.green, color.blue] }
}

@MainActor
final class NativeLabel {
    var textColor: NativeColor?
}

extension ThemeColor {
    static let toolkit = ThemeColor(red: 1, green: 2, blue: 3)

    static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> ThemeColor {
        ThemeColor(red: red, green: green, blue: blue)
    }
}
