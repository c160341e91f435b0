import AppKit
import ThemeManagement
import ThemeUI

@MainActor
func appKitApps(
    _ manager: ThemeManager, _ field: NSTextField, _ avatar: NSImageView, _ window: NSWindow
) async throws {
    // snippet
    try manager.bind(field, \.textColor, to: .nsColor("Color.title"))
    try manager.bind(field, \.font, to: .nsFont("Font.title"))
    try manager.bind(avatar, \.image, to: .nsImage("common/avatar"))
    // end

    // snippet
    let scale = Scale(displayScale: Double(window.backingScaleFactor))
    // end
    print(scale)

    // snippet
    let following = Task {
        try await manager.follow(NSApp.systemStyles, as: [.light: .default, .dark: ThemeID("dark")]) { error in
            print(error)
        }
    }
    // end
    following.cancel()
    for await contrast in NSApp.systemContrasts { print(contrast) }
}
