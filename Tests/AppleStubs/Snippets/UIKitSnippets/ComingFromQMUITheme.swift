import ThemeManagement
import ThemeUI
import UIKit

struct AppTheme: Sendable {
    let avatar: UIImage
}

@MainActor
func comingFromQMUITheme(
    _ manager: ThemeSourceManager<ThemeTable<String, AppTheme>>, _ avatarView: UIImageView
) throws {
    // snippet
    try manager.bind(avatarView, \.image, to: ThemeValue(\.avatar))
    // end
}
