/// A state of a control, as a key of its settings. The constants have METhemeKit's names. Any other name is allowed.
public struct ControlState: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// `UIControlStateNormal`
    public static let normal: ControlState = "UIControlStateNormal"
    /// `UIControlStateHighlight`. UIKit's own name ends in `ed`.
    public static let highlighted: ControlState = "UIControlStateHighlight"
    /// `UIControlStateDisabled`
    public static let disabled: ControlState = "UIControlStateDisabled"
    /// `UIControlStateSelected`
    public static let selected: ControlState = "UIControlStateSelected"

    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral name: String) { rawValue = name }
}

/// The settings of one control, by property and state. For example, `Button.ThemeMode_Button_NavBarRight` has a
/// `titleColor` for each state.
public struct ControlSettings: Sendable {
    /// The theme that answers.
    public let theme: Theme
    /// The path of the control's settings, `Button.ThemeMode_Button_NavBarRight`.
    public let key: SettingKey

    /// The key of a property in a state, for any accessor of ``Theme``.
    public func key(_ property: String, for state: ControlState) -> SettingKey {
        SettingKey(key.path, property, state.rawValue)
    }

    /// The color of a property in a state, as ``ThemeStorage/color(_:)``.
    public func color(_ property: String, for state: ControlState) throws(ThemeError) -> ThemeColor? {
        try theme.color(key(property, for: state))
    }

    /// The image that a property names for a state, as `Theme.image(forKey:at:)`.
    public func image(_ property: String, for state: ControlState, scale: Scale) throws(ThemeError) -> ThemeImage? {
        try theme.image(forKey: key(property, for: state), at: scale)
    }

    /// The states for which a property is set, sorted by name. Throws if it has one value for all states.
    public func states(of property: String) throws(ThemeError) -> [ControlState] {
        let members = try theme.object(key.appending(property)) ?? [:]
        return members.keys.sorted().map { ControlState(rawValue: $0) }
    }

    /// The colors of all states for which a property is set. Throws as ``states(of:)`` and ``ThemeStorage/color(_:)``.
    public func colors(_ property: String) throws(ThemeError) -> [ControlState: ThemeColor] {
        var colors: [ControlState: ThemeColor] = [:]
        for state in try states(of: property) { colors[state] = try color(property, for: state) }
        return colors
    }
}

extension Theme {
    /// The settings of a control: `theme.control("Button", "ThemeMode_Button_NavBarRight")`.
    public func control(_ kind: String, _ mode: String) -> ControlSettings {
        ControlSettings(theme: self, key: SettingKey(kind, mode))
    }
}
