import Testing
import ThemeManagement

let inAService: @Sendable () throws -> Void = {
    // snippet
    let packFolder = PackFolder(packs)
    let themes = try ThemeLibrary(folder: packFolder)
    let updates = Task { for await report in themes.follow(packFolder) { print(report) } }
    let answer = try themes.defaultTheme.image("common/buttonImage", scale: .two)
    let bytes = try answer?.bytes().data
    // end
    updates.cancel()
    #expect(bytes?.count == 1413)

    // snippet
    let library = ThemeLibrary()
    let folder = PackFolder(packs)
    let report = library.sync(folder: folder)
    guard report.problems.isEmpty else { fatalError("\(report)") }

    let follower = Task {
        for await report in library.follow(folder, every: .seconds(2)) { print(report) }
    }
    // end
    follower.cancel()

    // snippet
    let theme = library.defaultTheme
    if let image = try theme.image("common/buttonImage", scale: .two) {
        let entityTag = "\"\(image.digest)\""  // strong: the SHA-256 of the bytes
        let body = try image.bytes().data  // not copied
        print(entityTag.count, body.count)
    } else {
        print(theme.suggestion(forImageNamed: "common/buttonImage") ?? "no such image")
    }
    let settingsTag = "\"\(theme.digest)\""  // changes with every pack of the chain
    // end
    #expect(settingsTag.count == 66)

    // snippet
    if let place = try theme.image("common/buttonImage", scale: .two)?.location() {
        print(place.descriptor >= 0, place.length)
    }
    // end
}
