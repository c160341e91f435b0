#if canImport(UIKit)
    import SampleThemes
    import ThemeManagement
    import ThemeUI
    import UIKit

    /// The same app as `Apps/SwiftUIExample`.
    @main
    final class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication, configurationForConnecting session: UISceneSession,
            options: UIScene.ConnectionOptions
        ) -> UISceneConfiguration {
            let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
            configuration.delegateClass = SceneDelegate.self
            return configuration
        }
    }

    final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        private var window: UIWindow?

        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
            guard let scene = scene as? UIWindowScene else { return }
            let window = UIWindow(windowScene: scene)
            do {
                let manager = try SampleThemes.manager()
                manager.hook = { change, apply in
                    let seconds = (try? change.new.theme.number("Metrics.animationDuration")) ?? 0.25
                    UIView.animate(withDuration: seconds, animations: apply)
                }
                window.rootViewController = try Tabs(manager, in: window)
            } catch {
                window.rootViewController = Failure(error)
            }
            window.makeKeyAndVisible()
            self.window = window
        }
    }

    /// A tab bar with an inbox and a list of themes.
    final class Tabs: UITabBarController {
        init(_ manager: Manager, in window: UIWindow) throws(ManagerError) {
            super.init(nibName: nil, bundle: nil)
            let scale = Scale(window.traitCollection)
            let inbox = Inbox(manager, scale: scale)
            let themes = Themes(manager, in: window)
            for (page, icon) in [(inbox, "messages"), (themes, "profile")] as [(UIViewController, String)] {
                let item = UITabBarItem(title: page.title, image: nil, selectedImage: nil)
                try manager.bind(item, \.image, to: .uiImage(ImageKey("tabbar/\(icon)"), scale: scale))
                try manager.bind(item, \.selectedImage, to: .uiImage(ImageKey("tabbar/\(icon)Selected"), scale: scale))
                page.tabBarItem = item
            }
            try manager.bind(tabBar, \.tintColor, to: .uiColor("Color.ThemeColorMode_Default"))
            viewControllers = [inbox, themes].map(UINavigationController.init(rootViewController:))
        }

        required init?(coder: NSCoder) { nil }
    }

    /// Shows why there are no themes.
    private final class Failure: UIViewController {
        private let error: any Error

        init(_ error: any Error) {
            self.error = error
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            let label = UILabel(frame: view.bounds)
            label.text = "\(error)"
            view.addSubview(label)
        }
    }
#endif
