#if canImport(UIKit) && !os(watchOS)
    public import ThemeManagement
    public import UIKit

    extension UIControl.State {
        /// The state of a name that settings use; `nil` if UIKit has no such state.
        public init?(_ state: ControlState) {
            switch state {
            case .normal: self = .normal
            case .highlighted: self = .highlighted
            case .disabled: self = .disabled
            case .selected: self = .selected
            default: return nil
            }
        }
    }

    extension ThemeManager where ThemeType: ThemeStorage {
        /// Binds the title colors of a button's states to an object of settings. `nil` unbinds them.
        ///
        /// ```swift
        /// try manager.bindTitleColors(of: button, to: "Button.ThemeMode_Button_NavBarRight.titleColor")
        /// ```
        ///
        /// A state that a theme does not set keeps, or gets back, the button's own color. States that UIKit does not
        /// have are ignored.
        /// - Throws: `ManagerError.unusableValue` if a value is not a color. Then nothing is bound.
        @MainActor
        public func bindTitleColors(of button: UIButton, to key: SettingKey?) throws(ManagerError) {
            let colors = key.map { key in
                ThemeValue<ThemeType, [ControlState: ThemeColor]>.colors(key).converted { colors in
                    colors.mapValues { Optional(UIColor($0)) }
                }
            }
            try bind(
                button, as: "titleColor", states: colors,
                get: { button, state in UIControl.State(state).flatMap(button.titleColor) },
                set: { button, state, color in
                    if let state = UIControl.State(state) { button.setTitleColor(color, for: state) }
                })
        }
    }
#endif
