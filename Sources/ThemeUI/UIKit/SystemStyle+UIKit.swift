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
        /// The sequence ends with the view, and when the task that reads it is canceled.
        public var systemStyles: AsyncStream<SystemStyle> {
            let (styles, continuation) = AsyncStream.makeStream(
                of: SystemStyle.self, bufferingPolicy: .bufferingNewest(1))
            continuation.yield(SystemStyle(traitCollection.userInterfaceStyle))
            // UIKit releases the closure with the view, and the closure alone keeps the end.
            let end = StreamEnd(continuation)
            let registration = Registration(
                registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (view: UIView, _: UITraitCollection) in
                    end.continuation.yield(SystemStyle(view.traitCollection.userInterfaceStyle))
                })
            continuation.onTermination = { [weak self] _ in
                Task { @MainActor in self?.unregisterForTraitChanges(registration.value) }
            }
            return styles
        }
    }

    /// A registration that any thread may keep.
    @MainActor
    private final class Registration {
        let value: any UITraitChangeRegistration

        init(_ value: any UITraitChangeRegistration) { self.value = value }
    }

    /// Ends a sequence of styles when it is released.
    private final class StreamEnd: Sendable {
        let continuation: AsyncStream<SystemStyle>.Continuation

        init(_ continuation: AsyncStream<SystemStyle>.Continuation) { self.continuation = continuation }

        deinit { continuation.finish() }
    }
#endif
