import PackFormat
import ThemeModel
package import ThemeProject

// See docs/decisions/24-preview.md.
/// The pages of a running preview. Answers requests, and returns each change as an event for open pages.
package final class LivePreview: Sendable {
    typealias Content = (facts: ReviewFacts, sample: SampleScreens)

    private struct State {
        var revision: Int
        var pages: [String: HTML] = [:]
        var images: ImageTable
        var cards = WrittenCards()
        /// The last content, which stays on the pages while the project cannot be read.
        var content: Content?
    }

    /// The page reads itself again after a larger change.
    private static let patchesMax = 4 << 20

    private let rules: AccessRules
    private let project: Project
    private let jobs: Int
    private let state: Lock<State>

    /// - Parameters:
    ///   - start: where the numbers of revisions and images begin. An open page of an earlier preview at the same
    ///     address has lower ones.
    ///   - jobs: the number of threads that write pages.
    package init(of project: Project, rules: AccessRules, start: Int = 0, jobs: Int = 1) {
        self.rules = rules
        state = Lock(State(revision: start, images: ImageTable(start: start)))
        self.project = project
        self.jobs = jobs
    }

    /// Shows new content. Returns the event for open pages, or `nil` if nothing on them changes.
    package func update(_ facts: ReviewFacts, _ sample: SampleScreens) -> ServerSentEvent? {
        state.withLock { state in
            state.content = (facts, sample)
            return render(&state, trouble: nil)
        }
    }

    /// Shows why the project cannot be read, above the last content.
    package func update(_ error: UserError) -> ServerSentEvent? {
        let path = error.path.map { $0.path(below: project.root).map(String.init) ?? $0 }
        let place = [path, error.position.map { "line \($0.line), column \($0.column)" }].compactMap { $0 }
        let text = (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + error.message
        let trouble = text + (error.hint.map { ". Hint: \($0)" } ?? "")
        return state.withLock { render(&$0, trouble: trouble) }
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        do throws(HTTPResponse) { return try answer(to: request) } catch { return error }
    }

    private func answer(to request: HTTPRequest) throws(HTTPResponse) -> HTTPResponse {
        let path = try rules.path(of: request)
        if path == "events" {
            let revision = state.withLock { $0.revision }
            return .events(first: Self.event(revision: revision, pages: nil).text)
        }
        if let page = state.withLock({ $0.pages[path] }) {
            return HTTPResponse(
                type: "text/html; charset=utf-8", body: page.bytes,
                fields: [("Content-Security-Policy", "frame-ancestors 'none'")])
        }
        guard let number = Self.number(in: path, below: "image"), let file = state.withLock({ $0.images[number] })
        else { throw HTTPResponse(.notFound, "There is nothing at this address.") }
        let limit = project.configuration.limits.imageBytes
        guard let bytes = try? project.fileSystem.read(file.location.string, limit: limit) else {
            // The next event removes the image from the page.
            return HTTPResponse(.noContent, type: "image/png", body: [])
        }
        // A number has one content, so a browser need not ask again. Other responses are not kept.
        let isCurrent = file.digest.map { ContentDigest(of: bytes) == $0 } ?? false
        let caching = ("Cache-Control", "private, max-age=3600, immutable")
        return HTTPResponse(type: "image/png", body: bytes, fields: isCurrent ? [caching] : [])
    }

    private static func number(in path: String, below folder: String) -> Int? {
        path.path(below: folder).flatMap { $0.utf8.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
    }

    private func render(_ state: inout State, trouble: String?) -> ServerSentEvent? {
        let revision = state.revision + 1
        let files = state.content?.facts.files ?? []
        let images = state.images.references(to: files)
        state.cards = WrittenCards(after: state.cards)
        let pages = LivePage.pages(
            of: state.content, revision: revision, trouble: trouble, images: images, cards: state.cards, jobs: jobs)
        var patches: [String: PageDifference?] = [:]
        for (name, page) in pages {
            patches[name] = state.pages[name].map { PageDifference(from: $0, to: page, in: LivePage.id) }
        }
        guard patches.count < pages.count || patches.values.contains(where: { $0?.patches.isEmpty != true }) else {
            return nil
        }
        state.pages = pages
        state.revision = revision
        return Self.event(revision: revision, pages: patches)
    }

    private static func event(revision: Int, pages: [String: PageDifference?]?) -> ServerSentEvent {
        let value = SettingValue.members([
            "pages": pages.map { SettingValue.object($0.mapValues(patches)) }, "revision": revision,
        ])
        return ServerSentEvent(name: "message", data: CanonicalJSON.line(value))
    }

    private static func patches(of difference: PageDifference?) -> SettingValue {
        let patches = difference?.patches ?? []
        let length = patches.reduce(0) { $0 + $1.markup.count }
        guard difference != nil, length <= patchesMax else { return .null }
        return patches.map { [$0.id, String(decoding: $0.markup, as: UTF8.self)] }.json
    }
}

/// The images that pages show, by number. A number stands for one content of one file: a changed file gets a new one.
struct ImageTable: Sendable {
    struct Key: Hashable {
        let location: ExactText
        let digest: ContentDigest?
    }

    /// The first number.
    private let start: Int
    private var numbers: [Key: Int] = [:]
    private var files: [Key] = []
    /// The last answer, by the index of each file. Unless a file was added or removed, the next one is nearly the same.
    private var last: [(key: Key, reference: ImageReference)?] = []

    init(start: Int = 0) { self.start = start }

    /// Returns the addresses of images; `nil` for a file without one. The same content at the same place keeps its
    /// address.
    mutating func references(to files: [ReviewedFile]) -> [ImageReference?] {
        last = files.enumerated().map { index, file in
            guard case .file(let location) = file.source else { return nil }
            let key = Key(location: ExactText(location), digest: file.digest)
            if index < last.count, let known = last[index], known.key == key { return known }
            return (key, .file(.file("image/\(number(of: key))")))
        }
        return last.map { $0?.reference }
    }

    private mutating func number(of key: Key) -> Int {
        if let number = numbers[key] { return number }
        let number = start + files.count
        numbers[key] = number
        files.append(key)
        return number
    }

    /// The file with a number; `nil` if there never was one. Its path comes from the survey, never from a request.
    subscript(number: Int) -> Key? {
        number >= start && number - start < files.count ? files[number - start] : nil
    }
}
