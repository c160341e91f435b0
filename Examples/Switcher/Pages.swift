import ThemeManagement

/// The three pages. A bound property follows the theme as long as its page lives.
extension Page {
    static func home(_ manager: ThemeManager) throws -> Page {
        let page = try Page(titled: "Home", manager)
        try page.addImage(manager)
        try page.addTitle("Good morning", manager)
        try page.addDetail(["Every color and image", "here comes from the theme."], manager)
        try page.addButtons(["d  detail", "t  themes"], manager)
        return page
    }

    static func detail(_ manager: ThemeManager) throws -> Page {
        let page = try Page(titled: "Detail", manager)
        try page.addTitle("A page on top", manager)
        try page.addDetail(["It was pushed later, and", "has the theme at once."], manager)
        let badge = Label()
        try manager.bind(badge, \.color, to: .color("Color.ThemeColorMode_Default"))
        try manager.bind(badge, as: "text", to: .boolean("Metrics.showsBadge")) { badge, isShown in
            badge.text = isShown == true ? "(3) new messages" : ""
        }
        page.labels += [Label(), badge]
        try page.addButtons(["t  themes", "b  back"], manager)
        return page
    }

    /// The themes, with a mark at those that are selected.
    static func themes(_ ids: [ThemeID], _ manager: ThemeManager) throws -> Page {
        let page = try Page(titled: "Themes", manager)
        let rows = ids.map { _ in Label() }
        for row in rows { try manager.bind(row, \.color, to: .color("Color.title")) }
        page.labels = rows
        let library = manager.library
        func mark(_ selected: [ThemeID]) {
            for (number, (row, id)) in zip(rows, ids).enumerated() {
                let name = library.theme(id)?.name ?? id.string
                row.text = "\(number + 1)  \(name)" + (selected.contains(id) ? "  *" : "")
            }
        }
        mark(manager.current.ids)
        manager.observe(page) { _, change in mark(change.new.ids) }
        try page.addButtons(["1 ... \(ids.count)  choose", "b  back"], manager)
        return page
    }
}

extension Page {
    private convenience init(titled title: String, _ manager: ThemeManager) throws {
        self.init()
        bar.text = title
        try manager.bind(bar, \.color, to: .color("UINavigationBar.NavBarDefault.titleLabelColor"))
        try manager.bind(self, \.barBackground, to: .color("UINavigationBar.NavBarDefault.backgroundImageColor"))
        try manager.bind(self, \.shadow, to: .color("UINavigationBar.NavBarDefault.shadowImageColor"))
        try manager.bind(self, \.background, to: .color("Color.background"))
    }

    private func addTitle(_ text: String, _ manager: ThemeManager) throws {
        let label = Label(text)
        try manager.bind(label, \.color, to: .color("Color.title"))
        labels.append(label)
    }

    private func addDetail(_ texts: [String], _ manager: ThemeManager) throws {
        for text in texts {
            let label = Label(text)
            try manager.bind(label, \.color, to: .color("Color.detail"))
            labels.append(label)
        }
    }

    /// Adds the image that the setting `Images.header` names. A terminal shows its file name.
    private func addImage(_ manager: ThemeManager) throws {
        let label = Label()
        try manager.bind(label, \.color, to: .color("Color.ThemeColorMode_Default"))
        try manager.bind(label, as: "image", to: .image(forKey: "Images.header", at: .two)) { label, image in
            label.text = image.map { "[\($0.origin.entry.split(separator: "/").last ?? "")]" } ?? "no image"
        }
        labels.append(label)
    }

    private func addButtons(_ texts: [String], _ manager: ThemeManager) throws {
        labels.append(Label())
        for text in texts {
            let label = Label(text)
            let key: SettingKey = "Button.ThemeMode_Button_NoBackgroundImage_SureButton.titleColor.UIControlStateNormal"
            try manager.bind(label, \.color, to: .color(key))
            labels.append(label)
        }
    }
}
