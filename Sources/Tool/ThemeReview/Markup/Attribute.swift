package import ThemeModel
import ThemeProject

/// An attribute of an element. Handlers such as `onclick` and `style` cannot be made.
package struct Attribute: Sendable {
    enum Value: Sendable {
        case text(String)
        case image(ImageReference)
    }

    let name: String
    /// `nil` if the name says everything.
    let value: Value?

    /// The text of an `id`; `nil` for another attribute.
    var id: String? { if name == "id", case .text(let id) = value { id } else { nil } }

    private init(_ name: String, _ value: Value? = nil) {
        self.name = name
        self.value = value
    }

    private init(_ name: String, _ text: String) { self.init(name, .text(text)) }

    private init(_ name: String, _ number: Int) { self.init(name, String(number)) }

    package static func `class`(_ names: String) -> Attribute { Attribute("class", names) }
    package static func id(_ anchor: Anchor) -> Attribute { Attribute("id", anchor.name) }
    package static func href(_ source: ImageReference) -> Attribute { Attribute("href", .image(source)) }
    package static func href(_ address: Address) -> Attribute { Attribute("href", address.encoded) }
    package static func src(_ source: ImageReference) -> Attribute { Attribute("src", .image(source)) }
    package static func alt(_ text: String) -> Attribute { Attribute("alt", text) }
    /// Shown when the pointer rests on the element.
    package static func title(_ text: String) -> Attribute { Attribute("title", text) }
    package static func width(_ pixels: Int) -> Attribute { Attribute("width", pixels) }
    package static func height(_ pixels: Int) -> Attribute { Attribute("height", pixels) }
    package static let lazy = Attribute("loading", "lazy")

    /// An attribute for the script: `data-folder`.
    package static func data(_ name: DataName, _ text: String) -> Attribute { Attribute(name.rawValue, text) }

    package static func data(_ name: DataName, _ address: Address) -> Attribute { data(name, address.encoded) }

    /// A list for the script. Its elements are percent-encoded, so that they contain no space.
    package static func data(_ name: DataName, list: [String]) -> Attribute {
        data(name, list.map { PercentEncoding.encode($0) }.joined(separator: " "))
    }

    package static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
    package static func labelled(by anchor: Anchor) -> Attribute { Attribute("aria-labelledby", anchor.name) }
    package static let ariaHidden = Attribute("aria-hidden", "true")
    package static let live = Attribute("aria-live", "polite")
    package static func role(_ name: String) -> Attribute { Attribute("role", name) }
    package static func tabIndex(_ number: Int) -> Attribute { Attribute("tabindex", number) }
    package static let currentPage = Attribute("aria-current", "page")
    package static let hidden = Attribute("hidden")

    package static func type(_ name: String) -> Attribute { Attribute("type", name) }
    package static func name(_ name: String) -> Attribute { Attribute("name", name) }
    package static func popover(_ target: Anchor) -> Attribute { Attribute("popovertarget", target.name) }
    package static func value(_ text: String) -> Attribute { Attribute("value", text) }
    package static func value(ofList text: String) -> Attribute { value(PercentEncoding.encode(text)) }
    package static func placeholder(_ text: String) -> Attribute { Attribute("placeholder", text) }
    package static func max(_ number: Int) -> Attribute { Attribute("max", number) }
    package static let checked = Attribute("checked")
    package static let open = Attribute("open")

    /// The color that the script draws below an image.
    package static func ground(_ color: ThemeColor) -> Attribute { data(.ground, color.rgb) }

    /// The color and the opacity in which the script draws a mask.
    package static func tint(_ color: ThemeColor) -> Attribute { data(.tint, "\(color.rgb) \(color.opacity)") }

    // Presentation attributes of SVG: the policy of the page forbids `style`, but not these.
    package static func fill(_ color: ThemeColor) -> Attribute { Attribute("fill", color.rgb) }
    package static func fillOpacity(_ color: ThemeColor) -> Attribute { Attribute("fill-opacity", color.opacity) }
    /// The font, else the system's.
    package static func fontFamilies(_ name: String) -> Attribute {
        Attribute("font-family", "\(CSSString.quoted(name)), system-ui, sans-serif")
    }
    package static func fontWeight(_ weight: Int) -> Attribute { Attribute("font-weight", weight) }
    package static let anchoredInMiddle = Attribute("text-anchor", "middle")
    package static let anchoredAtEnd = Attribute("text-anchor", "end")
    package static func fontSize(_ points: Int) -> Attribute { Attribute("font-size", points) }
    package static func x(_ number: Int) -> Attribute { Attribute("x", number) }
    package static func y(_ number: Int) -> Attribute { Attribute("y", number) }
    package static func viewBox(width: Int, height: Int) -> Attribute { Attribute("viewBox", "0 0 \(width) \(height)") }
    package static let stretched = Attribute("preserveAspectRatio", "none")
}

package enum DataName: String, Sendable {
    /// A list of ids of themes.
    case themes = "data-themes"
    /// A list of ids of rules.
    case rules = "data-rules"
    case folder = "data-folder"
    /// A list of the tabs that show the item: `changed`, `problems`.
    case kinds = "data-kinds"
    /// Text for the filter, besides the words of the element.
    case title = "data-title"
    case revision = "data-revision"
    case state = "data-state"
    /// Where the verdict leads to.
    case place = "data-place"
    /// The size of an image in pixels, `88x44`.
    case size = "data-size"
    case tint = "data-tint"
    case ground = "data-ground"
}

extension ThemeColor {
    /// `#RRGGBB`, for SVG.
    var rgb: String { "#" + String(description.dropFirst(3)) }

    /// Alpha from 0 to 1 in thousandths, for SVG.
    var opacity: String {
        let thousandths = (Int(alpha) * 1000 + 127) / 255
        return thousandths == 1000 ? "1" : "0." + String(String(1000 + thousandths).dropFirst())
    }
}

/// The elements that a page can have. `script`, `style` and elements that load other documents are not among them.
package enum Tag: String, Sendable {
    case a, article, b, button, code, dd, details, div, dl, dt, fieldset, figcaption, figure
    case footer, form, h1, h2, h3, h4, header, label, legend, li, main, meter, nav, option, output, p, rect
    case section, select, small, span, summary, svg, ul
    case svgImage = "image"
    case svgText = "text"
    case svgTitle = "title"
}

package enum VoidTag: String, Sendable {
    case img, input
    /// A place where a line may break.
    case wbr
}

/// A place in the page: the `id` of an element. In an address, `#` and the percent-encoded name lead to it.
package struct Anchor: Hashable, Sendable {
    /// As the browser reads it: control characters are visible.
    var name: String { exactName.string }
    private let exactName: ExactText

    package init(_ name: String) { exactName = ExactText(Escaping.visible(name)) }

    /// A place of the page itself. No logical name contains a colon.
    package init(own name: StaticString) { exactName = ExactText(":\(name)") }

    init(titleOf name: StaticString) { exactName = ExactText(":\(name)-title") }

    /// A place of the page that belongs to something with a name of its own.
    package init(own name: StaticString, of part: String) {
        exactName = ExactText(Escaping.visible(":\(name)/\(part)"))
    }
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

package enum ImageReference: Equatable, Sendable {
    /// A file beside the page.
    case file(Address)
    /// The bytes of a PNG. They become part of the page.
    case inlinePNG([UInt8])
}
