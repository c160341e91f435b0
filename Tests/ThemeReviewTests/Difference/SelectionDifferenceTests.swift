import TestSupport
import Testing
import ThemeModel
import ThemeProject
import ThemeReview

@Suite("Differences between two versions of what apps show with themes selected")
struct SelectionDifferenceTests {
    private static let project = ProjectFiles.sound.with { project in
        project["themepack.json"] = #"{"axes": ["brand", "mode"]}"#
        project["themes/acme/theme.json"] =
            #"{"id": "acme", "version": "1.0.0", "axis": "brand", "imageNamePrefix": "acme_", "extends": "year", "#
            + #""config": "config.json"}"#
        project["themes/acme/config.json"] = #"{"Color": {"title": "111111", "background": "111111"}}"#
        project.files["themes/acme/common/acme_badge.png"] = PNGFile(8, 8, shade: 1).bytes
        project["themes/dark/theme.json"] =
            #"{"id": "dark", "version": "1.0.0", "axis": "mode", "imageNamePrefix": "dark_", "config": "config.json"}"#
        project["themes/dark/config.json"] = #"{"Color": {"background": "222222"}}"#
        project.files["themes/dark/common/dark_badge.png"] = PNGFile(8, 8, shade: 2).bytes
        project["themes/both/theme.json"] =
            #"{"id": "both", "version": "1.0.0", "for": ["acme", "dark"], "imageNamePrefix": "both_", "#
            + #""config": "config.json"}"#
        project["themes/both/config.json"] = #"{"Metrics": {"radius": 9}}"#
        project.files["assets/common/badge.png"] = PNGFile(8, 8, shade: 0).bytes
    }

    private func state(_ themes: [String], _ files: ProjectFiles = project) throws -> ThemeState {
        try ThemeState(
            of: .selection(themes), in: Project(at: ProjectFiles.root, in: files.memory), label: "side", jobs: 2)
    }

    @Test(
        "AX5 A selection has the images and settings that its themes answer",
        arguments: [
            ([], "assets/common/badge.png", "assets/common/button.png", "F85825 FFFFFF 6"),
            (["dark"], "themes/dark/common/dark_badge.png", "assets/common/button.png", "F85825 222222 6"),
            (["acme"], "themes/acme/common/acme_badge.png", "themes/year/common/year_button.png", "111111 111111 6"),
            (
                ["dark", "acme"], "themes/dark/common/dark_badge.png", "themes/year/common/year_button.png",
                "111111 222222 9"
            ),
        ])
    func answers(_ themes: [String], badge: String, button: String, settings: String) throws {
        let state = try state(themes)
        #expect(state.images.map(\.title) == ["common/badge", "common/button", "common/button@2x", "common/button@3x"])
        #expect(Array(state.images.map(\.path).prefix(2)) == [badge, button])
        let values = try #require(state.settings?.members)
        let (colors, metrics) = (values["Color"]?.object, values["Metrics"]?.object)
        #expect("\(text(colors?["title"])) \(text(colors?["background"])) \(text(metrics?["radius"]))" == settings)
        for image in state.images { #expect(try image.bytes() == Self.project.files[image.path]) }
    }

    private func text(_ value: SettingValue?) -> String {
        switch value {
        case .string(let text): text
        case .number(let number): "\(Int(number))"
        default: "none"
        }
    }

    @Test("AX5 A change shows in the selections that it reaches, and only there")
    func changes() throws {
        let new = Self.project.with {
            $0["themes/acme/config.json"] = #"{"Color": {"title": "333333", "background": "333333"}}"#
            $0.files["themes/dark/common/dark_badge.png"] = PNGFile(8, 9, shade: 2).bytes
        }
        func lines(_ themes: String...) throws -> [String] {
            try ThemeDifference(from: state(themes), to: state(themes, new), jobs: 2).lines
        }
        #expect(try lines("year") == [])
        #expect(try lines("dark").map { String($0.prefix(15)) } == ["! common/badge:"])
        #expect(
            try lines("acme") == [
                "Color.background: \"111111\" -> \"333333\"", "Color.title: \"111111\" -> \"333333\"",
            ])
        #expect(
            try lines("acme", "dark").map { String($0.prefix(15)) } == ["! common/badge:", "Color.title: \"1"])
    }

    @Test("A color changes with the order of its theme, and another notation of the same color is no other color")
    func colorOrders() throws {
        func project(_ title: String, _ order: String) -> ProjectFiles {
            Self.project.with {
                $0["themes/dark/theme.json"] =
                    #"{"id": "dark", "version": "1.0.0", "axis": "mode", "#
                    + #""imageNamePrefix": "dark_", "config": "config.json", "colorOrder": "\#(order)"}"#
                $0["themes/dark/config.json"] = #"{"Color": {"title": "\#(title)"}}"#
            }
        }
        func lines(_ new: ProjectFiles) throws -> [String] {
            let old = try state(["acme", "dark"], project("80F2F2F3", "argb"))
            let difference = try ThemeDifference(from: old, to: state(["acme", "dark"], new), jobs: 2)
            #expect(difference.settings.allSatisfy { !$0.isSameColor })
            return difference.lines
        }
        #expect(try lines(project("80F2F2F3", "argb")) == [])
        #expect(try lines(project("80F2F2F3", "rgba")) == ["Color.title: \"80F2F2F3\" -> \"#F380F2F2\""])
        #expect(try lines(project("F2F2F380", "argb")) == ["Color.title: \"80F2F2F3\" -> \"F2F2F380\""])
        let same = try ThemeDifference(
            from: state(["dark"], project("80F2F2F3", "argb")), to: state(["dark"], project("F2F2F380", "rgba")),
            jobs: 2)
        #expect(same.settings.map(\.isSameColor) == [true])
    }

    @Test("An image that becomes a mask, gets another color, or is a mask no more, is a change of every selection")
    func templates() throws {
        func project(_ templates: String) -> ProjectFiles {
            Self.project.with {
                $0["themes/default/theme.json"] =
                    #"{"id": "default", "version": "1.0.0", "config": "config.json", "#
                    + #""templates": {\#(templates)}}"#
            }
        }
        func lines(_ themes: [String], _ old: String, _ new: String) throws -> [String] {
            try ThemeDifference(from: state(themes, project(old)), to: state(themes, project(new)), jobs: 2).lines
        }
        let (title, badge) = (#""common/badge": "Color.title""#, #""common/badge": null"#)
        for themes in [[], ["dark"], ["acme", "dark"]] {
            #expect(try lines(themes, title, title) == [], "\(themes)")
            #expect(try lines(themes, title, "") == ["templates.common/badge: Color.title -> none"], "\(themes)")
            #expect(try lines(themes, "", badge) == ["templates.common/badge: none -> null"], "\(themes)")
            #expect(try lines(themes, badge, title) == ["templates.common/badge: null -> Color.title"], "\(themes)")
        }
    }

    @Test("AX5 A selection of an unknown theme, or of two of one axis, is an error that names the side")
    func mistakes() throws {
        let absent = #expect(throws: UserError.self) { _ = try state(["acme", "gone"]) }
        #expect(absent?.message.hasPrefix("side: ") == true)
        #expect(try Sentences.mismatch(absent?.sentence, of: "a selection of an unknown theme", in: "reviews") == nil)
        let shared = #expect(throws: UserError.self) {
            _ = try state(
                ["year", "modern"],
                Self.project.with {
                    $0["themes/modern/theme.json"] = #"{"id": "modern", "version": "1.0.0"}"#
                })
        }
        #expect(shared?.message.hasPrefix("side: ") == true)
        #expect(
            try Sentences.mismatch(shared?.sentence, of: "a selection of two themes of one axis", in: "reviews") == nil)
    }
}
