import ThemeManagement
import ThemeUI
import UIKit

protocol Appearance: Sendable {
    var background: ThemeColor { get }
    var titleText: ThemeColor { get }
}

enum AppearanceType: String, CaseIterable, ThemeIdentifier {
    case red, black
}

// snippet
enum Colors {
    static let background = ThemeValue<any Appearance, ThemeColor>(\.background).map { UIColor($0) }
    static let titleText = ThemeValue<any Appearance, ThemeColor>(\.titleText).map { UIColor($0) }
}

final class HomePage: UIViewController {
    private let titleLabel = UILabel(frame: .zero)

    func follow(_ manager: ThemeSourceManager<ThemeTable<AppearanceType, any Appearance>>) throws {
        try manager.bind(view, \.backgroundColor, to: Colors.background)
        try manager.bind(titleLabel, \.textColor, to: Colors.titleText)
    }
}
// end
