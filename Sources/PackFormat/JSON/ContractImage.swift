package import ThemeModel

package struct ContractImage: Sendable {
    package let name: LogicalName
    package let scale: Scale
    package let size: PixelSize

    package init(_ name: LogicalName, _ scale: Scale, _ size: PixelSize) {
        self.name = name
        self.scale = scale
        self.size = size
    }

    static func precedes(_ left: Self, _ right: Self) -> Bool {
        left.name == right.name ? left.scale < right.scale : left.name < right.name
    }
}
