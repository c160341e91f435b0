import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import ThemeRuntime

/// The addresses of the service. No answer waits for anything.
struct ThemeRoutes: Sendable {
    let library: ThemeLibrary
    let logger: Logger

    /// The answers for Hummingbird. Its router would answer 404 to a `POST` to an address that exists.
    var responder: CallbackResponder<BasicRequestContext> {
        CallbackResponder { request, _ in answer(request.head).response }
    }

    func answer(_ request: HTTPRequest) -> Answer {
        let uri = URI(request.path ?? "/")
        do {
            if request.authority == nil { throw Refusal("the request has no Host", status: .badRequest) }
            let representation = try representation(Self.parts(of: uri), uri)
            if request.method == .get || request.method == .head { return representation.answer(to: request) }
            var refusal = Representation(text: "only GET and HEAD are allowed\n")
                .answer(to: request, status: .methodNotAllowed)
            refusal.headers[.allow] = "GET, HEAD"
            return refusal
        } catch let refusal as Refusal {
            return Representation(text: refusal.reason + "\n").answer(to: request, status: refusal.status)
        } catch {
            logger.error("\(error)")
            let text = "a pack is damaged; the log has the reason\n"
            return Representation(text: text).answer(to: request, status: .internalServerError)
        }
    }

    /// Returns the parts of a path, decoded. An empty part is refused, because each resource has one address.
    private static func parts(of uri: URI) throws -> [String] {
        let parts = uri.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        // A name has at most 1,024 bytes, written as `%XX` three times as many. The answer repeats no longer path.
        guard uri.path.hasPrefix("/"), !parts.contains(""), uri.path.utf8.count <= 4096 else {
            throw Refusal("no such address")
        }
        return try parts.map { part in
            // Foundation's function is slow, and most addresses need no decoding.
            let isPlain = !part.utf8.contains(UInt8(ascii: "%"))
            guard let part = isPlain ? String(part) : part.removingPercentEncoding else {
                throw Refusal("the address is not UTF-8", status: .badRequest)
            }
            return part
        }
    }

    private func representation(_ path: [String], _ uri: URI) throws -> Representation {
        if path == ["health"] { return Representation(text: "ok\n") }
        if path == ["version"] { return try version() }
        guard path.count >= 4, path[0] == "themes" else { throw Refusal("no such address") }
        guard let theme = (try? ThemeID(path[1])).flatMap(library.theme) else {
            throw Refusal("no theme '\(path[1])'; there are \(library.snapshot.ids.map(\.string))")
        }
        let name = path.count == 4 ? path[3] : path[3...].joined(separator: "/")
        switch path[2] {
        case "images": return try image(name, of: theme, uri)
        case "settings": return try setting(name, of: theme)
        default: throw Refusal("no such address")
        }
    }

    /// `/themes/{id}/images/{name}?scale=2&digest=...`. With the digest, the address has one meaning forever.
    private func image(_ name: String, of theme: Theme, _ uri: URI) throws -> Representation {
        let query = uri.query == nil ? [:] : uri.queryParameters
        guard let scale = Scale(Int(query["scale"] ?? "1") ?? 0) else {
            throw Refusal("scales are 1 to 9", status: .badRequest)
        }
        guard let image = try theme.image(ImageKey(name), scale: scale) else {
            let near = theme.suggestion(forImageNamed: name).map { "\ndid you mean '\($0)'?" }
            throw Refusal("\(theme.explain(name, scale: scale))" + (near ?? ""))
        }
        let digest = image.digest.description
        let wanted = query["digest"]
        guard wanted == nil || wanted == digest[...] else { throw Refusal("the digest is now \(digest)") }
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
private struct Refusal: Error {
    let reason: String
    let status: HTTPResponse.Status

    init(_ reason: String, status: HTTPResponse.Status = .notFound) { (self.reason, self.status) = (reason, status) }
}
