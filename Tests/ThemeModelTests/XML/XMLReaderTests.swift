import Foundation
import TestSupport
import Testing

@testable import ThemeModel

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Reading XML")
struct XMLReaderTests {
    /// The pieces as text: `<a b=c>`, `</a>`, `'text'` and `?instruction`.
    static func pieces(_ text: String, depthMax: Int = 8, elementsMax: Int = 20) throws(XMLError) -> [String] {
        var reader = try XMLReader(Array(text.utf8), depthMax: depthMax, elementsMax: elementsMax)
        var pieces: [String] = []
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes):
                pieces.append("<\(([name] + attributes.map { "\($0)=\($1)" }.sorted()).joined(separator: " "))>")
            case .end(let name): pieces.append("</\(name)>")
            case .text(let text): pieces.append("'\(text)'")
            case .instruction(let text): pieces.append("?\(text)")
            }
        }
        return pieces
    }

    @Test(
        "Pieces arrive whole and in order",
        arguments: [
            ("<a/>", ["<a>", "</a>"]),
            ("\u{FEFF}<?xml version='1.0' encoding='utf-8'?>\n<a></a>\n", ["<a>", "</a>"]),
            ("<?xml version='1.0' encoding = \"ISO-8859-1\"?><a/>", ["<a>", "</a>"]),
            ("<!-- <b> --><a><!----></a><!-- - -->", ["<a>", "</a>"]),
            ("<!--><a>--><a><!--->--></a>", ["<a>", "</a>"]),
            ("<a b = 'c' d=\">'\"/>", ["<a b=c d=>'>", "</a>"]),
            ("<a b='&lt;&#65;&#x42;&amp;'>&gt;<b/>x</a >", ["<a b=<AB&>", "'>'", "<b>", "</b>", "'x'", "</a>"]),
            ("<a>x<!-- y --><![CDATA[<&]]]]><![CDATA[>]]>&quot;</a>", ["<a>", "'x<&]]>\"'", "</a>"]),
            ("<a>x<?y z?></a>", ["<a>", "'x'", "?y z", "</a>"]),
            ("<?xml-stylesheet href='x'?><a/>", ["?xml-stylesheet href='x'", "<a>", "</a>"]),
            ("<!DOCTYPE a PUBLIC \"x\" 'y>'><a/>", ["<a>", "</a>"]),
            (
                "<!DOCTYPE a [<!ENTITY b \"]'\"> <!-- ]> ' --> <?c ' ]>?> <!ENTITY b 'd'>]><a e='&b;'>&b;&amp;</a>",
                ["<a e=]'>", "']'&'", "</a>"]
            ),
            ("<a b=' \t\r\n\n&#9;&#10;'/>", ["<a b=    \t\n>", "</a>"]),
            ("<!DOCTYPE a [<!ENTITY amp 'b'>]><a>&amp;</a>", ["<a>", "'&'", "</a>"]),
        ])
    func order(_ text: String, _ expected: [String]) throws { #expect(try Self.pieces(text) == expected) }

    @Test("Entities are found where the document type declares them")
    func entities() throws {
        func read(_ text: String) throws -> XMLReader {
            var reader = try XMLReader(Array(text.utf8), depthMax: 8, elementsMax: 20)
            while try reader.next() != nil {}
            return reader
        }
        let none = try read("<!DOCTYPE a PUBLIC 'x' 'y'><a><![CDATA[<!ENTITY b SYSTEM 'c'>]]></a>")
        #expect(none.firstEntity == nil)
        let own = try read("<!DOCTYPE a [<!-- --><!ENTITY b 'SYSTEM'><!ENTITY c 'd'>]><a/>")
        #expect(own.firstEntity == 21)
    }

    @Test("References to entities make a document little longer than it is")
    func expansion() {
        let references = String(repeating: "&b;", count: 100)
        func read(_ length: Int) throws(XMLError) {
            let value = String(repeating: "c", count: length)
            _ = try Self.pieces("<!DOCTYPE a [<!ENTITY b '\(value)'>]><a>\(references)</a>")
        }
        #expect(throws: Never.self) { try read(650) }
        #expect { try read(660) } throws: { ($0 as? XMLError)?.defect == .unknownEntity }
    }

    @Test(
        "Everything else is a defect with its place",
        arguments: [
            ("", 0, .noRoot), (" x", 0, .noRoot), ("<!-- -->", 0, .noRoot),
            ("<a>", 3, .endOfFile), ("<a/>x", 4, .afterRoot), ("<a/><b/>", 4, .afterRoot),
            ("<a/></a>", 4, .endWithoutStart("a")), ("<a></b>", 3, .endWithoutStart("b")),
            ("<a", 0, .unclosedMarkup), ("<a ", 0, .unclosedMarkup), ("<a b='", 0, .unclosedMarkup),
            ("<a></a", 3, .unclosedMarkup), ("<a><!-- ", 3, .unclosedMarkup), ("<a><![CDATA[", 3, .unclosedMarkup),
            ("<?x", 0, .unclosedMarkup), ("<?>?>", 0, .invalidTag), ("<a><? x?></a>", 3, .invalidTag),
            ("<!DOCTYPE a [>", 13, .otherDeclaration), ("<!DOCTYPE a [ ", 14, .unclosedMarkup),
            ("<!DOCTYPE a '>", 0, .invalidTag), ("<!DOCTYPE a SYSTEM '>", 0, .unclosedMarkup),
            ("<!DOCTYPE a><!DOCTYPE a><a/>", 12, .declaration), ("<!DOCTYPE a SYSTEM'b'><a/>", 0, .invalidTag),
            ("<!DOCTYPE a PUBLIC '\t' 'b'><a/>", 0, .invalidTag), ("<!DOCTYPE a PUBLIC 'b'><a/>", 0, .invalidTag),
            ("<!DOCTYPE a [%b;]><a/>", 13, .otherDeclaration),
            ("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", 13, .otherDeclaration),
            ("<!DOCTYPE a [<!ENTITY % b 'c'>]><a/>", 13, .otherDeclaration),
            ("<!DOCTYPE a [<!ENTITY b SYSTEM 'c'>]><a/>", 13, .otherDeclaration),
            ("<!DOCTYPE a [<!ENTITY b '<c/>'>]><a/>", 13, .otherDeclaration),
            ("<!DOCTYPE a [<!ENTITY b '&#38;c;'>]><a/>", 13, .otherDeclaration),
            ("<!DOCTYPE a [<!ENTITY b '%c;'>]><a/>", 13, .otherDeclaration),
            ("<!DOCTYPE a [<!ENTITY K 'b'>]><a>&\u{212A};</a>", 33, .unknownEntity),
            ("<?xml?><a/>", 0, .invalidTag), (" <?xml version='1.0'?><a/>", 1, .invalidTag),
            ("<?xml encoding='utf-8' version='1.0'?><a/>", 0, .invalidTag), ("<a><?XML b?></a>", 3, .invalidTag),
            ("<?xml version='1.1'?><a/>", 0, .otherEncoding),
            ("<?xml version='1.0' encoding='utf-16'?><a/>", 0, .otherEncoding),
            ("<![CDATA[ ]]><a/>", 0, .declaration), ("<a/>&#32;", 4, .afterRoot),
            ("<é/>", 0, .otherName), ("<a>]]></a>", 3, .endOfCData),
            ("<a>&#xFFFE;</a>", 3, .unknownEntity), ("<a>\u{FFFF}</a>", 3, .controlCharacter),
            ("<>", 0, .invalidTag), ("< a/>", 0, .invalidTag), ("<a b/>", 0, .invalidTag), ("<a b=c/>", 0, .invalidTag),
            ("<a b='c'd='e'/>", 0, .invalidTag), ("<a b='<'/>", 0, .invalidTag), ("<a/ >", 0, .invalidTag),
            ("<a></a b='c'>", 3, .invalidTag), ("<a b='c' b='d'/>", 0, .attributeTwice("b")),
            ("<a><!-- -- --></a>", 3, .hyphensInComment), ("<a><!-- ---></a>", 3, .hyphensInComment),
            ("<a><!DOCTYPE a></a>", 3, .declaration),
            ("<a/><!DOCTYPE a>", 4, .declaration), ("<!ELEMENT a>", 0, .declaration),
            ("<a>&b;</a>", 3, .unknownEntity), ("<a>&amp</a>", 3, .unknownEntity), ("<a>&</a>", 3, .unknownEntity),
            ("<a>&#0;</a>", 3, .unknownEntity), ("<a>&#xD800;</a>", 3, .unknownEntity),
            ("<a>&#x110000;</a>", 3, .unknownEntity), ("<a>&#+65;</a>", 3, .unknownEntity),
            ("<a>&#27;</a>", 3, .unknownEntity), ("<a b='&c;'/>", 6, .unknownEntity),
            ("<a>\u{0}</a>", 3, .controlCharacter), ("<a>\u{1B}</a>", 3, .controlCharacter),
            ("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>", 0, .otherEncoding),
            (String(repeating: "<a>", count: 9), 24, .tooDeep(limit: 8)),
            ("<a>" + String(repeating: "<b/>", count: 20), 79, .tooManyElements(limit: 20)),
            ("<a>\(HostileText.marks(31))</a>", 63, .invalidText(.marks)),
        ] as [(String, Int, XMLError.Defect)])
    func defects(_ text: String, _ offset: Int, _ defect: XMLError.Defect) {
        #expect(throws: XMLError(offset: offset, defect: defect)) { try Self.pieces(text) }
    }

    @Test("Texts that are joined have few combining marks too")
    func marks() throws {
        for pieces in ["<![CDATA[\u{301}\u{316}]]>", "\u{301}<!-- x -->\u{316}", "&#x301;&#x316;"] {
            let text = String(repeating: pieces, count: 16)
            #expect(throws: XMLError(offset: 3, defect: .invalidText(.marks))) { try Self.pieces("<a>\(text)</a>") }
        }
    }

    @Test("Bytes that are not UTF-8 are a defect")
    func bytes() {
        #expect(throws: XMLError(offset: 3, defect: .invalidText(.notUTF8))) {
            try XMLReader(Array("<a>".utf8) + [0xE9] + Array("</a>".utf8), depthMax: 8)
        }
    }

    /// Foundation reads with libxml2.
    @Test("It reads what libxml2 reads, in thousands of documents, and accepts none with other pieces")
    func agreement() {
        var random = SeededRandom(seed: 7)
        var accepted = 0
        let parts = [
            "<a>", "</a>", "<b c='d'>", "</b>", "<e/>", "<f g=\"&lt;\" h='&#65;'/>", "x", " ", "\n", "é", "&amp;",
            "&#x1F600;", "&", "<", ">", "]", "<!-- i -->", "<!--", "-->", "--", "<![CDATA[<j>&]]>", "<![CDATA[", "]]>",
            "<?k l?>", "?>", "'", "\"", "=", "/", "<a", "\u{301}",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...8, using: &random)
            let content = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let text = "<r>\(content)</r>"
            let own = try? Self.pieces(text, depthMax: 100, elementsMax: 100)
            let other = LibXMLPieces.read(text)
            if let other {
                accepted += 1
                #expect(own == other, "\(text)")
            } else {
                #expect(own == nil, "\(text)")
            }
        }
        #expect(accepted > 2000)
    }
}

/// The pieces of a document as Foundation's parser reports them, as ``XMLReaderTests/pieces(_:_:)`` writes them; `nil`
/// if it reports an error.
private final class LibXMLPieces: NSObject, XMLParserDelegate {
    private var pieces: [String] = []
    private var text = ""

    static func read(_ text: String) -> [String]? {
        let parser = XMLParser(data: Data(text.utf8))
        let delegate = LibXMLPieces()
        parser.delegate = delegate
        // On Linux, the result is also true after errors.
        return parser.parse() && parser.parserError == nil ? delegate.pieces : nil
    }

    private func endText() {
        if !text.isEmpty { pieces.append("'\(text)'") }
        text = ""
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        endText()
        pieces.append("<\(([name] + attributes.map { "\($0)=\($1)" }.sorted()).joined(separator: " "))>")
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        endText()
        pieces.append("</\(name)>")
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }

    func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        endText()
        pieces.append("?\(target)" + (data.map { " \($0)" } ?? ""))
    }
}
