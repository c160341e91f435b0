import ThemeManagement
import ThemeUI
import UIKit

@MainActor
func comingFromMEThemeKit(
    _ manager: ThemeManager, _ label: UILabel, _ imageView: UIImageView, _ sureButton: UIButton
) throws {
    // snippet
    try manager.bind(label, \.textColor, to: .uiColor("Color.ThemeColorMode_Default"))
    // end
    // snippet
    try manager.bind(imageView, \.image, to: .uiImage("common/buttonImage"))
    // end
    // snippet
    let mode: SettingKey = "Button.ThemeMode_Button_NoBackgroundImage_SureButton.titleColor"
    try manager.bind(sureButton, states: .titleColor, to: mode)
    // end
}
