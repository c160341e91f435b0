// flags: -default-isolation MainActor
// ios: type 'KeyPath<Look, ThemeColor>' does not conform to the 'Sendable' protocol
import ThemeManagement

struct Look: Equatable {
    var title: ThemeColor
}

let title = ThemeValue<Look, ThemeColor>(\.title)
