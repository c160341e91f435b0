import Foundation
import Logging
import NIOCore
import NIOHTTP1
import ThemeRuntime

/// The addresses of the service. No answer waits for another task.
struct ThemeRoutes: Sendable {
    let library: ThemeLibrary
    let logger: Logger

    func answer(_ request: HTTPRequestHead) -> Answer {
        do {
            let hosts = request.headers["Host"].count
            if hosts > 1 || hosts == 0 && request.version == .http1_1 {
                throw Refusal("the request has \(hosts) lines with Host", status: .badRequest)
            }
            let representation = try representation(RequestTarget(request.uri))
            if request.method == .GET || request.method == .HEAD { return representation.answer(to: request) }
            var refusal = Representation(text: "only GET and HEAD are allowed\n")
                .answer(to: request, status: .methodNotAllowed)
            refusal.headers.add(name: "Allow", value: "GET, HEAD")
            return refusal
        } catch let refusal as Refusal {
            return Representation(text: refusal.reason + "\n").answer(to: request, status: refusal.status)
        } catch {
            logger.error("\(error)")
            let text = "a pack is damaged; the log has the reason\n"
            return Representation(text: text).answer(to: request, status: .internalServerError)
        }
    }

    private func representation(_ target: RequestTarget) throws -> Representation {
        let path = target.parts
        if path == ["health"] { return Representation(text: "ok\n") }
        if path == ["version"] { return try version() }
        guard path.count >= 4, path[0] == "themes" else { throw Refusal("no such address") }
        guard let theme = (try? ThemeID(path[1])).flatMap(library.theme) else {
            throw Refusal("no theme '\(path[1])'; there are \(library.snapshot.ids.map(\.string))")
        }
        let name = path.count == 4 ? path[3] : path[3...].joined(separator: "/")
        switch path[2] {
        case "images": return try image(name, of: theme, target)
        case "settings": return try setting(name, of: theme)
        default: throw Refusal("no such address")
        }
    }

    /// `/themes/{id}/images/{name}?scale=2&digest=...`. With the digest, the address has one meaning forever.
    private func image(_ name: String, of theme: Theme, _ target: RequestTarget) throws -> Representation {
        guard let scale = try Scale(Int(target.parameter("scale") ?? "1") ?? 0) else {
            throw Refusal("scales are 1 to 9", status: .badRequest)
        }
        guard let image = try theme.image(ImageKey(name), scale: scale) else {
            let near = theme.suggestion(forImageNamed: name).map { "\ndid you mean '\($0)'?" }
            throw Refusal("\(theme.explain(name, scale: scale))" + (near ?? ""))
        }
        let digest = image.digest.description
        let wanted = try target.parameter("digest")
        guard wanted == nil || wanted == digest else { throw Refusal("the digest is now \(digest)") }
        let bytes = try image.bytes()
        return Representation(
            contentType: "image/png", entityTag: digest, count: bytes.count, isImmutable: wanted != nil
        ) { range in
            bytes.withUnsafeBytes { ByteBuffer(bytes: UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
    }

    /// `/themes/{id}/settings/{key}`: the merged setting as JSON.
    private func setting(_ key: String, of theme: Theme) throws -> Representation {
        guard let value = try theme.value(SettingKey(key)) else {
            throw Refusal("\(theme.explain(SettingKey(key)))")
        }
        return try Representation(json: value, entityTag: theme.digest.description)
    }

    /// `/version`: the mounted packs.
    private func version() throws -> Representation {
        struct Mounted: Encodable {
            let id, version, digest: String
        }
        let snapshot = library.snapshot
        let themes = snapshot.ids.compactMap(snapshot.theme).map {
            Mounted(id: $0.id.string, version: "\($0.version)", digest: $0.pack.digest.description)
        }
        return try Representation(json: themes, entityTag: nil)
    }
}

/// The reason why a request has no other answer: mostly that the resource does not exist.
struct Refusal: Error {
    let reason: String
    let status: HTTPResponseStatus

    init(_ reason: String, status: HTTPResponseStatus = .notFound) { (self.reason, self.status) = (reason, status) }
}
