/// A position in a text file. Lines and columns count from 1; columns count Unicode scalars.
package struct SourcePosition: Hashable, Comparable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    package static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
