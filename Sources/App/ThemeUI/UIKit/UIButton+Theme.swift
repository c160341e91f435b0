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

    /// A property of a button that has a value for each of its states.
    @MainActor
    public struct ButtonProperty<Value> {
        fileprivate let name: String
        fileprivate let get: @MainActor (UIButton, UIControl.State) -> Value?
        fileprivate let set: @MainActor (UIButton, Value?, UIControl.State) -> Void
    }

    extension ButtonProperty<UIColor> {
        /// The color of the title.
        public static var titleColor: Self {
            Self(name: "titleColor", get: { $0.titleColor(for: $1) }, set: { $0.setTitleColor($1, for: $2) })
        }

        /// The color of the title's shadow.
        public static var titleShadowColor: Self {
            Self(
                name: "titleShadowColor", get: { $0.titleShadowColor(for: $1) },
                set: { $0.setTitleShadowColor($1, for: $2) })
        }
    }

    extension ButtonProperty<UIImage> {
        /// The image beside the title.
        public static var image: Self {
            Self(name: "image", get: { $0.image(for: $1) }, set: { $0.setImage($1, for: $2) })
        }

        /// The image behind the title. With cap insets in the theme, it stretches.
        public static var backgroundImage: Self {
            Self(
                name: "backgroundImage", get: { $0.backgroundImage(for: $1) },
                set: { $0.setBackgroundImage($1, for: $2) })
        }
    }

    /// Bindings of a button's states to an object of settings, which has a color or the name of an image for each.
    /// `nil` unbinds them.
    ///
    /// ```swift
    /// try manager.bind(button, states: .titleColor, to: "Button.ThemeMode_Button_NavBarRight.titleColor")
    /// try manager.bind(button, states: .backgroundImage, to: "Button.ThemeMode_Button_NavBarRight.background")
    /// ```
    ///
    /// A state that a theme does not set keeps, or gets back, the button's own value. States that UIKit does not have
    /// are ignored. If a value has another type, `bind` throws `ManagerError.unusableValue`, and nothing is bound.
    @MainActor
    extension ThemeSourceManager where ThemeType: ThemeStorage {
        /// Binds colors.
        public func bind(
            _ button: UIButton, states property: ButtonProperty<UIColor>, to key: SettingKey?
        ) throws(ManagerError) {
            let colors = key.map { ThemeValue<ThemeType, [ControlState: ThemeColor]>.colors($0) }
            try bind(button, property, colors?.converted { $0.mapValues { UIColor($0) } })
        }

        /// Binds images.
        public func bind(
            _ button: UIButton, states property: ButtonProperty<UIImage>, to key: SettingKey?
        ) throws(ManagerError) where ThemeType == Theme {
            let images = key.map { ThemeValue<Theme, [ControlState: [ThemeImage]]>.images(states: $0) }
            try bind(button, property, images?.converted { try $0.compactMapValues { try $0.toolkitImage() } })
        }

        private func bind<Value>(
            _ button: UIButton, _ property: ButtonProperty<Value>,
            _ values: ThemeValue<ThemeType, [ControlState: Value]>?
        ) throws(ManagerError) {
            try bind(
                button, as: property.name, states: values?.converted { $0.mapValues(Optional.some) },
                get: { button, state in UIControl.State(state).flatMap { property.get(button, $0) } },
                set: { button, state, value in
                    if let state = UIControl.State(state) { property.set(button, value, state) }
                })
        }
    }
#endif
