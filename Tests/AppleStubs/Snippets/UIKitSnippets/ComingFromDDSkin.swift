import ThemeManagement
import ThemeUI
import UIKit

@MainActor
func comingFromDDSkin(
    _ manager: ThemeSourceManager<ThemeTable<String, SettingsStorage>>, _ titleLabel: UILabel, _ avatarView: UIImageView
) throws {
    // snippet
    try manager.bind(titleLabel, \.textColor, to: .uiColor("title"))
    // end
    // snippet
    try manager.bind(avatarView, \.image, to: .image("avatar", scale: .three).map { UIImage(data: $0, scale: 3) })
    // end
}
