import ThemeManagement
import ThemeUI
import ThemeUserDefaults
import UIKit

// snippet
func pack(_ name: String) throws -> ThemePack {
    let path = Bundle.main.path(forResource: name, ofType: "themepack.zip")
    return try ThemePack(mounting: path ?? name)
}
// end

@MainActor
func uiKitApps(_ label: UILabel, _ avatar: UIImageView, _ button: UIButton, _ view: UIView, _ window: UIWindow) throws {
    // snippet
    let library = try ThemeLibrary(default: pack("default-1.0.0"))
    try library.add(pack("year-1.2.0"))
    let manager = try ThemeManager(library)
    try manager.restore(from: UserDefaultsStore())
    // end

    // snippet
    try manager.bind(label, \.textColor, to: .uiColor("Color.title"))
    try manager.bind(label, \.font, to: .uiFont("Font.title"))
    try manager.bind(avatar, \.image, to: .uiImage("common/avatar", scale: .three))
    // end

    // snippet
    let scale = Scale(view.traitCollection)
    // end

    // snippet
    try manager.bindTitleColors(of: button, to: "Button.ThemeMode_Button_NavBarRight.titleColor")
    // end

    // snippet
    if let image = try manager.theme.image("common/buttonImage", scale: scale) {
        button.setBackgroundImage(try image.uiImage(), for: .normal)
    }
    // end

    // snippet
    manager.hook = { change, apply in
        let seconds = (try? change.new.theme.number("Metrics.animationDuration")) ?? 0.25
        UIView.animate(withDuration: seconds, animations: apply)
    }
    // end

    // snippet
    let following = Task {
        try await manager.follow(window.systemStyles, as: [.light: .default, .dark: ThemeID("dark")]) { error in
            print(error)
        }
    }
    // end
    following.cancel()
}
