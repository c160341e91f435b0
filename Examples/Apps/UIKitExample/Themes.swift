#if canImport(UIKit)
    import ThemeManagement
    import ThemeUI
    import UIKit

    // A module of its own in this package; in an app made from the folders, the code is in the app's module.
    #if canImport(SampleThemes)
        import SampleThemes
    #endif

    /// The themes, with a mark at the current one, and a row to follow the system's style instead.
    final class Themes: UITableViewController {
        private let manager: ThemeManager
        private var following: Task<Void, Never>?

        init(_ manager: ThemeManager) {
            self.manager = manager
            super.init(style: .plain)
            title = "Themes"
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "theme")
            manager.observe(self) { page, _ in page.tableView.reloadData() }
        }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            manager.library.ids.count + 1
        }

        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "theme", for: indexPath)
            if let id = theme(at: indexPath) {
                cell.textLabel?.text = manager.library.theme(id)?.name ?? id.string
                cell.accessoryType = following == nil && id == manager.id ? .checkmark : .none
            } else {
                cell.textLabel?.text = "Like the system"
                cell.accessoryType = following == nil ? .none : .checkmark
            }
            return cell
        }

        override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            following?.cancel()
            following = nil
            do {
                if let id = theme(at: indexPath) { try manager.select(id) } else { try followSystem() }
                title = "Themes"
            } catch {
                title = "\(error)"
            }
            tableView.deselectRow(at: indexPath, animated: true)
            tableView.reloadData()
        }

        private func theme(at indexPath: IndexPath) -> ThemeID? {
            let ids = manager.library.ids
            return indexPath.row < ids.count ? ids[indexPath.row] : nil
        }

        private func followSystem() throws {
            let manager = manager
            let styles = view.systemStyles
            let themes = SampleThemes.byStyle
            following = Task {
                do {
                    try await manager.follow(styles, as: themes) { error in print(error) }
                } catch {
                    print(error)
                }
            }
        }
    }
#endif
