#if canImport(UIKit) && !os(watchOS)
    public import ThemeManagement
    public import UIKit

    extension UIView: InheritingObject {
        /// Returns `nil` for a tint, and `.automatic` for its adjustment, that the view takes from its parent. Other
        /// properties of views return their own value.
        package func inheritingValue(of property: AnyKeyPath) -> Any? {
            switch property._kvcKeyPathString {
            case "tintColor": inheritingValue(of: \.tintColor, if: nil)
            case "tintAdjustmentMode": inheritingValue(of: \.tintAdjustmentMode, if: .automatic)
            default: nil
            }
        }

        /// Returns `unset` if the property has the same value with it.
        private func inheritingValue<Value: Equatable>(
            of property: ReferenceWritableKeyPath<UIView, Value>, if unset: Value
        ) -> Any? {
            let shown = self[keyPath: property]
            self[keyPath: property] = unset
            if self[keyPath: property] == shown { return unset }
            self[keyPath: property] = shown
            return nil
        }
    }

    /// The theme in force, as a trait of UIKit: `traitCollection.theme`.
    ///
    /// Views and view controllers below one that `ThemeManager.passTheme(to:)` was called for have it, and can register
    /// for its changes.
    public struct ThemeTrait: UITraitDefinition {
        /// A theme without images and settings.
        public static let defaultValue = ThemeLibrary().defaultTheme
        /// Colors that depend on the theme, `UIColor { ... $0.theme ... }`, are resolved again at a change.
        public static let affectsColorAppearance = true
    }

    extension UITraitCollection {
        /// The theme in force; without one, a theme without images and settings.
        public var theme: Theme { self[ThemeTrait.self] }
    }

    extension UIMutableTraits {
        /// The theme in force.
        public var theme: Theme {
            get { self[ThemeTrait.self] }
            set { self[ThemeTrait.self] = newValue }
        }
    }

    extension ThemeSourceManager where ThemeType == Theme {
        /// Passes the theme to a view, such as the window, and to the views in it, as a trait. They follow changes.
        ///
        /// ```swift
        /// manager.passTheme(to: window)
        /// view.registerForTraitChanges([ThemeTrait.self]) { (view: UIView, _: UITraitCollection) in
        ///     view.setNeedsDisplay()
        /// }
        /// ```
        @MainActor
        public func passTheme(to view: UIView) {
            bind(view, \.themeOverride, reporting: ThemeValue<Theme, Theme>(reading: { $0 }))
        }
    }

    extension UIView {
        /// The theme that this view overrides; `nil` if it takes its parent's. UIKit traps if none is there to read.
        fileprivate var themeOverride: Theme? {
            get { traitOverrides.contains(ThemeTrait.self) ? traitOverrides.theme : nil }
            set {
                if let newValue {
                    traitOverrides.theme = newValue
                } else {
                    traitOverrides.remove(ThemeTrait.self)
                }
            }
        }
    }
#endif
