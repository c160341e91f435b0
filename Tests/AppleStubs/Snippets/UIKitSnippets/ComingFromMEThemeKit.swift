import ThemeManagement
import ThemeUI
import UIKit

final class ThemedCell: UITableViewCell {
    private let avatarView = UIImageView(image: nil)
    private let senderLabel = UILabel(frame: .zero)
    private let replyButton = UIButton(frame: .zero)

    // snippet
    func follow(_ manager: ThemeManager) throws {
        try manager.bind(avatarView, \.image, to: .uiImage("common/avatar", scale: .three))
        try manager.bind(senderLabel, \.textColor, to: .uiColor("Color.title"))
        try manager.bind(self, \.backgroundColor, to: .uiColor("Color.background"))
        try manager.bind(replyButton, states: .titleColor, to: "Button.ThemeMode_Button_NavBarRight.titleColor")
    }
    // end
}
