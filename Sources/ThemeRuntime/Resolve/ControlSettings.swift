public import ThemeModel

/// A state of a control, as a key of its settings. The names are METhemeKit's; any other can be made.
public struct ControlState: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// `UIControlStateNormal`
    public static let normal: ControlState = "UIControlStateNormal"
    /// `UIControlStateHighlight`, without the `ed` of UIKit's own name.
    public static let highlighted: ControlState = "UIControlStateHighlight"
    /// `UIControlStateDisabled`
    public static let disabled: ControlState = "UIControlStateDisabled"
    /// `UIControlStateSelected`
    public static let selected: ControlState = "UIControlStateSelected"

    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral name: String) { rawValue = name }
}

/// The settings of one control, by property and state: `Button.ThemeMode_Button_NavBarRight` has `titleColor` with a colour
/// for each state. A state that nothing of the chain sets is `nil`: the control keeps what it has.
public struct ControlSettings: Sendable {
    /// The theme that is asked.
    public let theme: Theme
    /// Where the control's settings stand, `Button.ThemeMode_Button_NavBarRight`.
    public let key: SettingKey

    /// The settings of the control that stands at `key`; none need be there.
    init(_ theme: Theme, _ key: SettingKey) { (self.theme, self.key) = (theme, key) }

    /// The key of a property in a state, for any accessor of ``Theme``.
    public func key(_ property: String, for state: ControlState) -> SettingKey {
        SettingKey(key.path, property, state.rawValue)
    }

    /// The colour of a property in a state; `nil` if nothing of the chain sets it.
    ///
    /// - Throws: what ``Theme/colour(_:)`` throws.
    public func colour(_ property: String, for state: ControlState) throws(ThemeError) -> Colour? {
        try theme.colour(key(property, for: state))
    }

    /// The picture that a property names for a state; `nil` if nothing of the chain sets it, or no theme has that picture.
    ///
    /// - Throws: what ``Theme/image(forKey:scale:)`` throws.
    public func image(_ property: String, for state: ControlState, scale: Scale) throws(ThemeError) -> ThemeImage? {
        try theme.image(forKey: key(property, for: state), scale: scale)
    }

    /// The states for which anything of the chain sets the property, in the order of their names.
    ///
    /// - Throws: what ``Theme/object(_:)`` throws, also where the property has one value for all states.
    public func states(of property: String) throws(ThemeError) -> [ControlState] {
        let members = try theme.object(key.appending(property)) ?? [:]
        return members.keys.sorted().map { ControlState(rawValue: $0) }
    }

    /// The colours of all states that are set, none if there are none.
    ///
    /// - Throws: what ``Theme/object(_:)`` and ``Theme/colour(_:)`` throw.
    public func colours(_ property: String) throws(ThemeError) -> [ControlState: Colour] {
        var colours: [ControlState: Colour] = [:]
        for state in try states(of: property) { colours[state] = try colour(property, for: state) }
        return colours
    }
}

extension Theme {
    /// The settings of a control: `theme.control("Button", "ThemeMode_Button_NavBarRight")`.
    public func control(_ kind: String, _ mode: String) -> ControlSettings {
        ControlSettings(self, SettingKey(kind, mode))
    }
}
