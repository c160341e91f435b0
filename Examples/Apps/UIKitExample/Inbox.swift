#if canImport(UIKit)
    import ThemeManagement
    import ThemeUI
    import UIKit

    // A module of its own in this package; in an app made from the folders, the code is in the app's module.
    #if canImport(SampleThemes)
        import SampleThemes
    #endif

    /// Messages with avatars. A cell is bound once, when it is made, and follows every change of the theme.
    final class Inbox: UITableViewController {
        private let manager: ThemeManager

        init(_ manager: ThemeManager) {
            self.manager = manager
            super.init(style: .plain)
            title = "Inbox"
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(MessageCell.self, forCellReuseIdentifier: MessageCell.identifier)
            follow { try manager.bind(tableView, \.backgroundColor, to: .uiColor("Color.background")) }
        }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            Message.samples.count
        }

        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: MessageCell.identifier, for: indexPath)
            guard let cell = cell as? MessageCell else { return cell }
            cell.textLabel?.text = Message.samples[indexPath.row].sender
            cell.detailTextLabel?.text = Message.samples[indexPath.row].subject
            follow { try cell.follow(manager) }
            return cell
        }

        /// A setting of a wrong type leaves the property as it is.
        private func follow(_ bind: () throws -> Void) {
            do { try bind() } catch { print(error) }
        }
    }

    private final class MessageCell: UITableViewCell {
        static let identifier = "message"

        private var isBound = false

        override init(style: CellStyle, reuseIdentifier: String?) {
            super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
        }

        required init?(coder: NSCoder) { nil }

        func follow(_ manager: ThemeManager) throws(ManagerError) {
            guard !isBound, let imageView, let textLabel, let detailTextLabel else { return }
            isBound = true
            manager.bind(imageView, \.image, to: "common/avatar")
            try manager.bind(textLabel, \.textColor, to: .uiColor("Color.title"))
            try manager.bind(textLabel, \.font, to: .uiFont("Font.title"))
            try manager.bind(detailTextLabel, \.textColor, to: .uiColor("Color.detail"))
            try manager.bind(detailTextLabel, \.font, to: .uiFont("Font.body"))
            try manager.bind(self, \.backgroundColor, to: .uiColor("Color.background"))
        }
    }
#endif
