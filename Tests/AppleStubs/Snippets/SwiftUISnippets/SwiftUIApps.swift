import SwiftUI
import ThemeManagement
import ThemeUI

func makeManager() throws -> ThemeManager { try ThemeManager(ThemeLibrary()) }

// snippet
struct ReaderApp: App {
    private let manager = Result { try makeManager() }

    var body: some Scene {
        WindowGroup {
            switch manager {
            case .success(let manager): Inbox().themed(manager)
            case .failure(let error): Text("\(error)")
            }
        }
    }
}
// end

// snippet
struct Inbox: View {
    var body: some View {
        HStack {
            ThemedImage("common/avatar")
            Text("Inbox")
                .themedFont("Font.title")
                .foregroundStyle(ThemedColor("Color.title"))
        }
        .background(ThemedColor("Color.background", default: .white))
    }
}
// end

// snippet
struct Icon: View {
    @Environment(\.theme) private var theme

    var body: some View {
        Image("tabbar/home", of: theme, scale: .three)
    }
}
// end

// snippet
struct Chooser: View {
    @Environment(ThemeManager.self) private var manager

    var body: some View {
        ForEach(manager.library.ids, id: \.self) { id in
            Button {
                try? manager.select(id)
            } label: {
                Text(id.string)
            }
        }
    }
}
// end

struct Page: View {
    let manager: ThemeManager
    let dark: ThemeID

    var body: some View {
        // snippet
        Inbox().themes([.light: .default, .dark: dark], of: manager)
        // end
        // snippet
        Inbox().themes([.standard: .default, .increased: "high-contrast"], on: "contrast", of: manager) { error in
            print(error)
        }
        // end
        // snippet
        ThemedImage("detail/header") { image in image.resizable().scaledToFit() }
        // end
        atThemedImage
        atThemedColor
        // snippet
        Text("Inbox").themedFont("Font.title")
        // end
    }

    @ViewBuilder private var atThemedImage: some View {
        // snippet
        ThemedImage("common/avatar")
        ThemedImage("detail/header") { image in image.resizable().scaledToFit() }
        // end
    }

    @ViewBuilder private var atThemedColor: some View {
        // snippet
        Text("Inbox").foregroundStyle(ThemedColor("Color.title"))
        Rectangle().fill(ThemedColor("Color.background", default: .white)).ignoresSafeArea()
        // end
    }

    func atSharedImage() {
        // snippet
        SharedImage.cache.limit = 16 << 20
        // end
    }
}
