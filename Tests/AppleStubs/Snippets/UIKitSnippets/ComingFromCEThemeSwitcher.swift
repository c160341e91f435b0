import ThemeManagement
import ThemeUI
import UIKit

protocol Appearance: Sendable {
    var background: UIColor { get }
    var titleText: UIColor { get }
}

enum AppearanceType: String, CaseIterable, ThemeIdentifier {
    case red, black
}

// snippet
final class HomePage: UIViewController {
    let titleLabel = UILabel(frame: .zero)

    func follow(_ manager: ThemeSourceManager<ThemeTable<AppearanceType, any Appearance>>) throws {
        try manager.bind(view, \.backgroundColor, to: ThemeValue(\.background))
        try manager.bind(titleLabel, \.textColor, to: ThemeValue(\.titleText))
    }
}
// end
