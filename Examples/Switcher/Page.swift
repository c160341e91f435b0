import ThemeRuntime

/// A line of text in a colour.
@MainActor
final class Label {
    var text: String
    var colour = Colour.black

    init(_ text: String = "") { self.text = text }
}

/// A bar with a title, and labels below it. Like any object it can be bound to values of a theme; it knows none itself.
@MainActor
final class Page {
    var bar = Label()
    var barBackground = Colour.white
    /// The line below the bar; may be translucent.
    var shadow = Colour.white
    var background = Colour.white
    var labels: [Label] = []
}

extension Colour {
    static let black = Colour(red: 0, green: 0, blue: 0)
    static let white = Colour(red: 255, green: 255, blue: 255)

    /// What is seen of a translucent colour in front of another.
    func over(_ back: Colour) -> Colour {
        let share = Double(alpha) / 255
        func blend(_ own: UInt8, _ behind: UInt8) -> UInt8 {
            let sum = Double(own) * share + Double(behind) * (1 - share)
            return UInt8(sum.rounded())
        }
        return Colour(red: blend(red, back.red), green: blend(green, back.green), blue: blend(blue, back.blue))
    }
}
