/// The element with a page's contents.
enum MainElement {
    /// With more items, the browser skips those that are not on the screen. A picture of a whole page, as some tools
    /// make it, then lacks them, so smaller pages are laid out completely.
    private static let itemsMax = 200

    static func attribute(itemCount: Int) -> Attribute {
        itemCount > itemsMax ? .class("wide many") : .class("wide")
    }
}
