#if canImport(SwiftUI)
    import SwiftUI
    import ThemeManagement
    import ThemeUI

    // A module of its own in this package; in an app made from the folders, the code is in the app's module.
    #if canImport(SampleThemes)
        import SampleThemes
    #endif

    struct Inbox: View {
        var body: some View {
            NavigationStack {
                List {
                    ForEach(Message.samples, id: \.self) { message in
                        HStack {
                            ThemedImage("common/avatar")
                            VStack(alignment: .leading) {
                                Text(message.sender)
                                    .themedFont("Font.title")
                                    .foregroundStyle(ThemedColor("Color.title"))
                                Text(message.subject)
                                    .themedFont("Font.body")
                                    .foregroundStyle(ThemedColor("Color.detail", default: .secondary))
                            }
                            Spacer()
                            ThemedImage("common/badge")
                        }
                        .listRowBackground(Rectangle().fill(ThemedColor("Color.background", default: .clear)))
                    }
                }
                .scrollContentBackground(.hidden)
                .background(ThemedColor("Color.background", default: .clear))
                .navigationTitle("Inbox")
            }
        }
    }
#endif
