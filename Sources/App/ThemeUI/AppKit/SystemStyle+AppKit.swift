#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    import Foundation
    public import ThemeManagement

    extension SystemStyle {
        /// The style of an appearance: dark if it is nearer to `darkAqua` than to `aqua`.
        public init(_ appearance: NSAppearance) {
            self = appearance.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua ? .dark : .light
        }
    }

    extension SystemContrast {
        /// The contrast of an appearance: increased if it is nearer to one of high contrast than to `aqua` and
        /// `darkAqua`.
        public init(_ appearance: NSAppearance) {
            let high: [NSAppearance.Name] = [.accessibilityHighContrastAqua, .accessibilityHighContrastDarkAqua]
            let match = appearance.bestMatch(from: [.aqua, .darkAqua] + high)
            self = match.map(high.contains) == true ? .increased : .standard
        }
    }

    extension NSApplication {
        /// The style in which the app appears: now, and at each change.
        ///
        /// ```swift
        /// let following = Task {
        ///     try await manager.follow(NSApp.systemStyles, as: [.light: .default, .dark: ThemeID("dark")]) { error in
        ///         print(error)
        ///     }
        /// }
        /// ```
        ///
        /// The sequence ends when the task that reads it is canceled.
        public var systemStyles: AsyncStream<SystemStyle> { values { SystemStyle($0) } }

        /// The contrast in which the app appears: now, and at each change. Otherwise as ``systemStyles``.
        public var systemContrasts: AsyncStream<SystemContrast> { values { SystemContrast($0) } }

        private func values<Value: Sendable>(
            _ read: @escaping @Sendable (NSAppearance) -> Value
        ) -> AsyncStream<Value> {
            let (values, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
            let observer = AppearanceObserver {
                continuation.yield(read(NSApplication.shared.effectiveAppearance))
            }
            addObserver(observer, forKeyPath: AppearanceObserver.keyPath, options: .initial, context: nil)
            continuation.onTermination = { [self] _ in
                Task { @MainActor in removeObserver(observer, forKeyPath: AppearanceObserver.keyPath) }
            }
            return values
        }
    }

    /// Calls back on the main actor when the appearance of the app changes.
    ///
    /// `@unchecked Sendable`: `changed` is sendable and immutable, and `NSObject` has no state of its own.
    private final class AppearanceObserver: NSObject, @unchecked Sendable {
        static let keyPath = "effectiveAppearance"

        private let changed: @MainActor @Sendable () -> Void

        init(_ changed: @escaping @MainActor @Sendable () -> Void) { self.changed = changed }

        override func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            let changed = changed
            Task { @MainActor in changed() }
        }
    }
#endif
