/// HTML with the places of its elements that have an id.
package struct MarkedHTML: Sendable {
    package struct Element: Sendable {
        package let id: String
        /// In ``MarkedHTML/bytes``, with its tags.
        package internal(set) var range: Range<Int>
        /// The number of elements with an id inside. They follow this one.
        var descendantCount: Int
    }

    package let bytes: [UInt8]
    /// In the order of their start tags.
    package let elements: [Element]

    init(bytes: [UInt8], elements: [Element]) { (self.bytes, self.elements) = (bytes, elements) }

    /// Keeps all that `body` writes.
    package init<Failure: Error>(_ body: (inout HTMLWriter) throws(Failure) -> Void) throws(Failure) {
        self = try HTMLWriter.marked(body)
    }

    /// Returns the elements with an id that have no other one between them and this element.
    package func children(of element: Int) -> [Int] {
        var children: [Int] = []
        var next = element + 1
        while next <= element + elements[element].descendantCount {
            children.append(next)
            next += elements[next].descendantCount + 1
        }
        return children
    }

    /// Returns the bytes of an element without those of its children.
    package func ownBytes(of element: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var at = elements[element].range.lowerBound
        for child in children(of: element) {
            bytes += self.bytes[at..<elements[child].range.lowerBound]
            at = elements[child].range.upperBound
        }
        return bytes + self.bytes[at..<elements[element].range.upperBound]
    }
}
