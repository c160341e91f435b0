import ThemeManagement
import ThemeUI
import UIKit

// snippet
struct AppLook: Sendable {
    let title: UIColor
    let background: UIColor
    let avatar: UIImage
}
// end

final class LookCell: UITableViewCell {
    private let avatarView = UIImageView(image: nil)
    private let senderLabel = UILabel(frame: .zero)

    // snippet
    func follow(_ manager: ThemeSourceManager<ThemeTable<String, AppLook>>) throws {
        try manager.bind(avatarView, \.image, to: ThemeValue(\.avatar))
        try manager.bind(senderLabel, \.textColor, to: ThemeValue(\.title))
        try manager.bind(self, \.backgroundColor, to: ThemeValue(\.background))
    }
    // end
}
