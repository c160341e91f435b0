import ThemeModel

/// A place in the page: the `id` of an element. In an address, `#` and the percent-encoded name lead to it.
package struct Anchor: Hashable, Sendable {
    /// As the browser reads it: control characters are visible.
    let name: String

    package init(_ name: String) { self.name = Escaping.visible(name) }

    /// A place of the page itself. No logical name contains a colon.
    package init(own name: StaticString) { self.name = ":\(name)" }

    /// The title of a part of the page itself.
    init(titleOf name: StaticString) { self.name = ":\(name)-title" }

    /// A place of the page that belongs to something with a name of its own.
    package init(own name: StaticString, of part: String) { self.name = Escaping.visible(":\(name)/\(part)") }
}

/// The address of a link. It has no scheme and no host, so it leads to a file beside the page or to a place in it.
package struct Address: Hashable, Sendable {
    let encoded: String

    package static func place(_ anchor: Anchor) -> Address {
        Address(encoded: "#" + PercentEncoding.encode(anchor.name, keeping: ":"))
    }

    /// A place in another page.
    ///
    /// - Parameter page: relative to this page's folder; `.` for the one at the folder's address.
    package static func place(_ anchor: Anchor, in page: String) -> Address {
        Address(encoded: file(page).encoded + place(anchor).encoded)
    }

    /// - Parameter path: relative to the page's folder.
    package static func file(_ path: String) -> Address {
        // A slash at the start would lead to the server's root, two to another server.
        Address(encoded: PercentEncoding.encode(String(path.drop { $0 == "/" })))
    }
}
