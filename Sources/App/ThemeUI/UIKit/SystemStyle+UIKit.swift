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

    extension SystemContrast {
        /// The contrast of a trait collection; standard if it is not specified.
        public init(_ contrast: UIAccessibilityContrast) { self = contrast == .high ? .increased : .standard }
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
            values(of: UITraitUserInterfaceStyle.self) { SystemStyle($0.userInterfaceStyle) }
        }

        /// The contrast in which this view appears: now, and at each change. Otherwise as ``systemStyles``.
        ///
        /// ```swift
        /// let following = Task {
        ///     try await manager.follow(
        ///         window.systemContrasts, on: "contrast", as: [.standard: .default, .increased: "high-contrast"]
        ///     ) { error in print(error) }
        /// }
        /// ```
        public var systemContrasts: AsyncStream<SystemContrast> {
            values(of: UITraitAccessibilityContrast.self) { SystemContrast($0.accessibilityContrast) }
        }

        private func values<Value: Sendable>(
            of trait: UITrait, _ read: @escaping (UITraitCollection) -> Value
        ) -> AsyncStream<Value> {
            let (values, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
            continuation.yield(read(traitCollection))
            // UIKit releases the closure with the view, and the closure alone keeps the end.
            let end = StreamEnd(continuation)
            let registration = Registration(
                registerForTraitChanges([trait]) { (view: UIView, _: UITraitCollection) in
                    end.continuation.yield(read(view.traitCollection))
                })
            continuation.onTermination = { [weak self] _ in
                Task { @MainActor in self?.unregisterForTraitChanges(registration.value) }
            }
            return values
        }
    }

    /// A registration that any thread may keep.
    @MainActor
    private final class Registration {
        let value: any UITraitChangeRegistration

        init(_ value: any UITraitChangeRegistration) { self.value = value }
    }

    /// Ends a sequence when it is released.
    private final class StreamEnd<Value: Sendable>: Sendable {
        let continuation: AsyncStream<Value>.Continuation

        init(_ continuation: AsyncStream<Value>.Continuation) { self.continuation = continuation }

        deinit { continuation.finish() }
    }
#endif
