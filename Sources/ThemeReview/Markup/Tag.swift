/// The elements that a page can have. `script`, `style` and elements that load other documents are not among them.
package struct Tag: Sendable {
    let name: StaticString

    private init(_ name: StaticString) { self.name = name }

    package static let a = Tag("a")
    package static let article = Tag("article")
    package static let b = Tag("b")
    package static let button = Tag("button")
    package static let caption = Tag("caption")
    package static let code = Tag("code")
    package static let dd = Tag("dd")
    package static let div = Tag("div")
    package static let dl = Tag("dl")
    package static let dt = Tag("dt")
    package static let fieldset = Tag("fieldset")
    package static let figcaption = Tag("figcaption")
    package static let figure = Tag("figure")
    package static let footer = Tag("footer")
    package static let form = Tag("form")
    package static let h1 = Tag("h1")
    package static let h2 = Tag("h2")
    package static let h3 = Tag("h3")
    package static let h4 = Tag("h4")
    package static let header = Tag("header")
    package static let label = Tag("label")
    package static let legend = Tag("legend")
    package static let li = Tag("li")
    package static let main = Tag("main")
    package static let nav = Tag("nav")
    package static let option = Tag("option")
    package static let output = Tag("output")
    package static let p = Tag("p")
    package static let rect = Tag("rect")
    package static let section = Tag("section")
    package static let select = Tag("select")
    package static let small = Tag("small")
    package static let span = Tag("span")
    package static let svg = Tag("svg")
    package static let svgImage = Tag("image")
    package static let svgText = Tag("text")
    package static let svgTitle = Tag("title")
    package static let table = Tag("table")
    package static let tbody = Tag("tbody")
    package static let td = Tag("td")
    package static let th = Tag("th")
    package static let thead = Tag("thead")
    package static let tr = Tag("tr")
    package static let ul = Tag("ul")
}

/// Elements without contents.
package struct VoidTag: Sendable {
    let name: StaticString

    private init(_ name: StaticString) { self.name = name }

    package static let br = VoidTag("br")
    package static let img = VoidTag("img")
    package static let input = VoidTag("input")
    /// A place where a line may break.
    package static let wbr = VoidTag("wbr")
}
