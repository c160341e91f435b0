import ThemeRuntime

// Stands for the classes of a toolkit: what the articles bind.

@MainActor
final class TextLabel {
    var text = ""
    var textColour: Colour? = .toolkit
}

@MainActor
final class PushButton {
    private var titles: [ControlState: Colour] = [:]

    func titleColour(for state: ControlState) -> Colour { titles[state] ?? .toolkit }
    func setTitleColour(_ colour: Colour, for state: ControlState) { titles[state] = colour }
}

@MainActor
final class View {
    var backgroundColour: Colour? = .toolkit
    var image: ThemeImage?
    static var animations: [Double] = []

    static func animate(seconds: Double, _ changes: () -> Void) {
        animations.append(seconds)
        changes()
    }
}

struct NativeColour: Equatable {
    let rgb: [UInt8]

    init(_ colour: Colour) { rgb = [colour.red, colour.green, colour.blue] }
}

@MainActor
final class NativeLabel {
    var textColour: NativeColour?
}

extension Colour {
    /// What a toolkit gives an object that nobody coloured.
    static let toolkit = Colour(red: 1, green: 2, blue: 3)

    static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Colour {
        Colour(red: red, green: green, blue: blue)
    }
}
