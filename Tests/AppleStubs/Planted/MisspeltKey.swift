// ios: reference to member 'uiColour' cannot be resolved
import ThemeManagement
import ThemeUI
import UIKit

@MainActor
func bind(_ label: UILabel, _ manager: ThemeManager) throws {
    try manager.bind(label, \.textColor, to: .uiColour("Color.title"))
}
