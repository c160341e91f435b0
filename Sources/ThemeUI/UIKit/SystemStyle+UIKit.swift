#if canImport(UIKit) && !os(watchOS)
    public import ThemeManagement
    public import UIKit

    extension Scale {
        /// The scale of images for the screen that shows a view: `Scale(view.traitCollection)`.
        public init(_ traits: UITraitCollection) { self.init(displayScale: Double(traits.displayScale)) }
    }

    extension SystemStyle {
        /// The style of a trait collection; light if it is not specified.
        public init(_ style: UIUserInterfaceStyle) { self = style == .dark ? .dark : .light }
    }

    extension UIView {
        /// The style in which this view appears: now, and at each change. It is not the system's if a parent overrides
        /// it.
        ///
        /// ```swift
        /// let following = Task {
        ///     try await manager.follow(window.systemStyles, as: [.light: .default, .dark: ThemeID("dark")]) { error in
        ///         print(error)
        ///     }
        /// }
        /// ```
        ///
        /// The sequence ends when the task that reads it is canceled. Each call registers for changes until the view
        /// is freed; call it once.
        public var systemStyles: AsyncStream<SystemStyle> {
            let (styles, continuation) = AsyncStream.makeStream(
                of: SystemStyle.self, bufferingPolicy: .bufferingNewest(1))
            continuation.yield(SystemStyle(traitCollection.userInterfaceStyle))
            registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (view: UIView, _: UITraitCollection) in
                continuation.yield(SystemStyle(view.traitCollection.userInterfaceStyle))
            }
            return styles
        }
    }
#endif
