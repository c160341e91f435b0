#if canImport(SwiftUI)
    import SwiftUI
    import ThemeManagement
    import ThemeUI

    // A module of its own in this package; in an app made from the folders, the code is in the app's module.
    #if canImport(SampleThemes)
        import SampleThemes
    #endif

    /// The themes, with a mark at the current one, and a switch to follow the system's style instead.
    struct Themes: View {
        @Environment(ThemeManager.self) private var manager
        @State private var followsSystem = false
        @State private var problem = ""

        var body: some View {
            List {
                ForEach(manager.library.ids, id: \.self) { id in
                    Button {
                        select(id)
                    } label: {
                        HStack {
                            Text(manager.library.theme(id)?.name ?? id.string)
                                .foregroundStyle(ThemedColor("Color.title"))
                            Spacer()
                            if id == manager.id { ThemedImage("common/checkmark") }
                        }
                    }
                }
                Toggle("Like the system", isOn: $followsSystem)
                if followsSystem {
                    Text("A dark system selects the dark theme.")
                        .themes(SampleThemes.byStyle, of: manager) { problem = $0.reason }
                }
                Text(problem)
            }
        }

        private func select(_ id: ThemeID) {
            followsSystem = false
            do {
                try manager.select(id)
                problem = ""
            } catch {
                problem = "\(error)"
            }
        }
    }
#endif
