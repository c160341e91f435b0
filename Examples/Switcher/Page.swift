import ThemeManagement

/// A line of text in a color.
@MainActor
final class Label {
    var text: String
    var color = ThemeColor.black

    init(_ text: String = "") { self.text = text }
}

/// A bar with a title, and labels below it. It knows no theme: its properties are bound from outside.
@MainActor
final class Page {
    var bar = Label()
    var barBackground = ThemeColor.white
    /// The line below the bar. It can be translucent.
    var shadow = ThemeColor.white
    var background = ThemeColor.white
    var labels: [Label] = []
}

extension ThemeColor {
    static let black = ThemeColor(red: 0, green: 0, blue: 0)
    static let white = ThemeColor(red: 255, green: 255, blue: 255)

    /// Returns this color blended with an opaque one behind it.
    func over(_ back: ThemeColor) -> ThemeColor {
        let share = Double(alpha) / 255
        func blend(_ own: UInt8, _ behind: UInt8) -> UInt8 {
            let sum = Double(own) * share + Double(behind) * (1 - share)
            return UInt8(sum.rounded())
        }
        return ThemeColor(red: blend(red, back.red), green: blend(green, back.green), blue: blend(blue, back.blue))
    }
}
