import ThemeModel

/// An element of an XML file, with its attributes, text and elements.
struct XMLElement {
    struct Failure: Error {
        let message: String
    }

    let name: String
    let attributes: [String: String]
    let line: Int
    private(set) var text = ""
    private(set) var children: [XMLElement] = []

    static let depthMax = 32
    static let elementsMax = 200_000

    /// Returns the root element, and whether the file declares entities.
    static func read(_ bytes: [UInt8]) throws(Failure) -> (root: XMLElement, declaresEntities: Bool) {
        do throws(XMLError) {
            return try tree(bytes)
        } catch {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw Failure(message: "\(error.defect) (line \(line))")
        }
    }

    private static func tree(_ bytes: [UInt8]) throws(XMLError) -> (root: XMLElement, declaresEntities: Bool) {
        var reader = try XMLReader(bytes, XMLReader.Limits(depth: depthMax, elements: elementsMax))
        var open = [XMLElement(name: "", attributes: [:], line: 1)]
        var (line, lineStart) = (1, 0)
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes):
                line += bytes[lineStart..<reader.offset].count { $0 == UInt8(ascii: "\n") }
                lineStart = reader.offset
                open.append(XMLElement(name: name, attributes: attributes, line: line))
            case .text(let text): open[open.count - 1].text += text
            case .end:
                var element = open.removeLast()
                // Other elements can stand between its texts.
                element.text = String(repairing: element.text.utf8)
                open[open.count - 1].children.append(element)
            case .instruction: break
            }
        }
        return (open[0].children[0], reader.firstEntity != nil)
    }
}
