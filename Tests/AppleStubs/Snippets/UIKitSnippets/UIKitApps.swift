import ThemeManagement
import ThemeUI
import UIKit

extension Setting {
    enum Color {
        static var title: Setting<ThemeColor> { Setting<ThemeColor>("Color.title") }
    }

    enum Font {
        static var title: Setting<ThemeFont> { Setting<ThemeFont>("Font.title") }
    }
}

extension ImageKey {
    enum Common {
        static var avatar: ImageKey { ImageKey("common/avatar") }
    }
}

@MainActor
func uiKitApps(
    _ label: UILabel, _ avatar: UIImageView, _ button: UIButton, _ view: UIView, _ window: UIWindow,
    _ bar: UINavigationBar
) throws {
    // snippet
    let manager = try ThemeManager(folder: .appResources, restoringFrom: UserDefaultsStore())
    manager.bind(avatar, \.image, to: "common/avatar")
    // end

    // snippet
    try manager.bind(label, \.textColor, to: .uiColor("Color.title"))
    try manager.bind(label, \.font, to: .uiFont("Font.title"))
    try manager.bind(avatar, \.image, to: .uiImage("common/avatar"))
    // end
    try manager.bind(label, \.font, to: .uiFont("Font.title", scaledAs: .headline))
    let key: SettingKey = "Button.ThemeMode_Button_NavBarRight.titleColor"
    try manager.bind(button, states: .titleColor, to: key)

    // snippet
    manager.bind(label, \.textColor, to: .Color.title)
    manager.bind(label, \.font, to: .Font.title)
    manager.bind(avatar, \.image, to: .Common.avatar)
    // end
    avatar.image = manager.image(.Common.avatar)

    // snippet
    manager.passTheme(to: window)
    view.registerForTraitChanges([ThemeTrait.self]) { (view: UIView, _: UITraitCollection) in
        view.setNeedsDisplay()
    }
    // end

    // snippet
    try manager.bind(button, states: .titleColor, to: "Button.ThemeMode_Button_NavBarRight.titleColor")
    try manager.bind(button, states: .backgroundImage, to: "Button.ThemeMode_Button_NavBarRight.background")
    // end

    // snippet
    try manager.bind(bar, \.standardAppearance, \.backgroundColor, to: .uiColor("Color.background"))
    // end
    // snippet
    try manager.bind(bar, \.standardAppearance, \.backgroundColor, to: .uiColor("Color.background"))
    try manager.bind(button, \.configuration, \.baseForegroundColor, to: .uiColor("Color.title"))
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
    contrast(manager, window)
}

@MainActor
private func contrast(_ manager: ThemeManager, _ window: UIWindow) {
    // snippet
    let following = Task {
        try await manager.follow(
            window.systemContrasts, on: "contrast", as: [.standard: .default, .increased: "high-contrast"]
        ) { error in print(error) }
    }
    // end
    following.cancel()
}
