#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import UIKit

    /// The system's warning that memory is short.
    enum MemoryWarning {
        /// Calls back at each warning, from now to the end of the process.
        static func observe(_ warned: @escaping @Sendable () -> Void) {
            // Nobody removes the observer, so its token is not kept.
            NotificationCenter.default.addObserver(
                forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: nil
            ) { _ in warned() }
        }
    }
#elseif canImport(CoreGraphics) && canImport(Dispatch)
    import Dispatch

    /// The system's warning that memory is short.
    enum MemoryWarning {
        /// Calls back at each warning, from now to the end of the process.
        static func observe(_ warned: @escaping @Sendable () -> Void) {
            let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
            // A source that is released no longer calls back, so its handler keeps it.
            source.setEventHandler { [source] in withExtendedLifetime(source, warned) }
            source.activate()
        }
    }
#endif
