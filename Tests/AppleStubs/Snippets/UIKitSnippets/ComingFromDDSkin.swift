import ThemeManagement
import ThemeUI
import UIKit

// snippet
enum Skins {
    static let avatar = ThemeValue<SettingsStorage, Data>.image("avatar", scale: .three).map { png in
        UIImage(data: png, scale: 3)
    }
}
// end

final class SkinCell: UITableViewCell {
    private let avatarView = UIImageView(image: nil)
    private let senderLabel = UILabel(frame: .zero)

    // snippet
    func follow(_ manager: ThemeSourceManager<ThemeTable<String, SettingsStorage>>) throws {
        try manager.bind(avatarView, \.image, to: Skins.avatar)
        try manager.bind(senderLabel, \.textColor, to: .uiColor("title"))
        try manager.bind(senderLabel, \.font, to: .uiFont("titleFont"))
        try manager.bind(self, \.backgroundColor, to: .uiColor("background"))
    }
    // end
}
