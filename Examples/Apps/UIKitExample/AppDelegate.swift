#if canImport(UIKit)
    import ThemeManagement
    import ThemeUI
    import UIKit

    // A module of its own in this package; in an app made from the folders, the code is in the app's module.
    #if canImport(SampleThemes)
        import SampleThemes
    #endif

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
                let manager = try SampleThemes.manager.get()
                manager.hook = { change, apply in
                    let seconds = (try? change.new.theme.number("Metrics.animationDuration")) ?? 0.25
                    UIView.animate(withDuration: seconds, animations: apply)
                }
                window.rootViewController = try Tabs(manager)
            } catch {
                window.rootViewController = Failure(error)
            }
            window.makeKeyAndVisible()
            self.window = window
        }
    }

    /// A tab bar with an inbox and a list of themes.
    final class Tabs: UITabBarController {
        init(_ manager: ThemeManager) throws(ManagerError) {
            super.init(nibName: nil, bundle: nil)
            let inbox = Inbox(manager)
            let themes = Themes(manager)
            for (page, icon) in [(inbox, "messages"), (themes, "profile")] as [(UIViewController, String)] {
                let item = UITabBarItem(title: page.title, image: nil, selectedImage: nil)
                manager.bind(item, \.image, to: ImageKey("tabbar/\(icon)"))
                manager.bind(item, \.selectedImage, to: ImageKey("tabbar/\(icon)Selected"))
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
            view.backgroundColor = .systemBackground
            let label = UILabel(frame: view.bounds)
            label.text = error.localizedDescription
            label.textColor = .label
            label.numberOfLines = 0
            label.textAlignment = .center
            label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(label)
        }
    }
#endif
