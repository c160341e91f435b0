/// The element with a page's contents.
enum MainElement {
    /// With more items, the browser skips those that are not on the screen. Screenshots of the whole page then lack
    /// them, so smaller pages are laid out completely.
    private static let itemsMax = 200

    static func attribute(itemCount: Int) -> Attribute {
        itemCount > itemsMax ? .class("wide many") : .class("wide")
    }
}
