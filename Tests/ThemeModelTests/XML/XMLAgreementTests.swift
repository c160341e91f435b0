import Foundation
import TestSupport
import Testing

@testable import ThemeModel

@Suite(
    "Reading XML as expat does",
    .enabled(if: Tool.pythonHas("xml.parsers.expat"), "no Python with expat (THEMEPACK_PYTHON may name one)"))
struct XMLAgreementTests {
    /// Writes the pieces of each document, or `!` if expat refuses it.
    private static let judge = """
        import re, sys
        from xml.parsers import expat

        def read(document):
            events, texts, types = [], [], []
            def event(piece):
                if texts: events.append("'" + re.sub("[\\r\\n]+", "\\n", "".join(texts)) + "'")
                texts.clear()
                if piece: events.append(piece)
            def start(name, attributes):
                event("<" + " ".join([name] + sorted(f"{key}={value}" for key, value in attributes.items())) + ">")
            def instruction(target, data):
                if not types: event(re.sub("[\\r\\n]+", "\\n", f"?{target} {data}"))
            parser = expat.ParserCreate()
            parser.StartElementHandler = start
            parser.EndElementHandler = lambda name: event(f"</{name}>")
            parser.CharacterDataHandler = texts.append
            parser.ProcessingInstructionHandler = instruction
            parser.StartDoctypeDeclHandler = lambda *_: types.append(True)
            parser.EndDoctypeDeclHandler = types.clear
            try:
                parser.Parse(document, True)
            except (expat.ExpatError, ValueError, LookupError):
                return "!"
            return "\\1".join(events)

        documents = open(sys.argv[1], "rb").read().split(b"\\0")
        sys.stdout.buffer.write("\\0".join(map(read, documents)).encode())
        """

    /// Returns what ``judge`` writes for pieces of our reader, which keeps line ends.
    private static func events(_ pieces: [String]) -> String {
        pieces.map { piece in
            if piece.hasPrefix("<") { return piece }
            let lines = piece.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\r" || $0 == "\n" }
            let inner = lines.dropFirst().dropLast().filter { !$0.isEmpty }
            let text = (lines.prefix(1) + inner + lines.dropFirst().suffix(1)).map { String($0) }
                .joined(separator: "\n")
            guard text.hasPrefix("?") else { return text }
            let target = text.prefix { !" \t\n".contains($0) }
            return "\(target) \(text.dropFirst(target.count).drop { " \t\n".contains($0) })"
        }.joined(separator: "\u{1}")
    }

    /// Returns whether a document has the part for which this reader, and not expat, refuses it.
    private static func isStricter(_ defect: XMLError.Defect, _ document: String) -> Bool {
        switch defect {
        case .otherDeclaration: ["<!E", "<!A", "<!N", "%"].contains { document.contains($0) }
        // Expat skips entities that an external part of the document type may declare.
        case .unknownEntity: ["SYSTEM", "PUBLIC", "<!ENTITY"].contains { document.contains($0) }
        case .otherName: document.utf8.contains { $0 >= 0x80 }
        case .otherEncoding: document.contains("<?xml")
        // The bytes of U+FFFE are other characters in another encoding.
        case .controlCharacter: document.contains("ISO-8859-1")
        default: false
        }
    }

    private static let rules: KeyValuePairs = [
        "s": "_|_|_|\n|\t|\r\n",
        "o": "||_|\r\n",
        "v": "x|y _ z|>|]|&amp;|&#65;|\t|\r\n_|||",
        "q": "' «v» '|\" «v» \"",
        "version": "«s» version «o» = «o» ' 1.0 '|«s» version = \" 1.0 \"",
        "encoding": "|«s» encoding = ' UTF-8 '|«s» encoding «o» = \" us-ascii \"|«s» encoding = ' ISO-8859-1 '",
        "standalone": "||«s» standalone = ' yes '|«s» standalone = ' no '",
        "declaration": "|<?xml «version» «encoding» «standalone» «o» ?>",
        "comment": "<!-- c -->|<!-- ' ]> - -->|<!---->",
        "instruction": "<? p «s» ' ?>|<? p «s» ]> ?>|<? p ?>|<? xml-stylesheet «s» x «s» y ?>",
        "misc": "|||«s»|\n|<!-- c -->|«instruction»",
        "public": "«s» PUBLIC «s» \"-//A//B\" «s»|«s» PUBLIC «s» ' p ' «s»",
        "external": "||«s» SYSTEM «s» 'y>'|«public» ' z '|«public» \"y'\"",
        "value": "' x '|\" y _ z ' \"|' &#65; '|\" &amp; \"|\"\"|' ]> '",
        "entity": "<!ENTITY «s» e «s» «value» «o» >|<!ENTITY «s» f «s» «value» >",
        "declared": "|«s»|«instruction»|<!-- ]> ' -->|«entity»|«entity»|<? q ' ]> ?>",
        "subset": "|«o» [ «declared» ]|«o» [ «declared» «declared» «declared» ] «o»",
        "type": "|<!DOCTYPE «s» r «external» «subset» «o» >|<!DOCTYPE «s» a:b «external» «subset» >",
        "attribute": "«s» a «o» = «q»|«s» b = «q»|«s» c:d = ' &e; '",
        "leaf": "|x|\n|&gt;|<![CDATA[ ]]>",
        "child": "< b «attribute» />|< c > «leaf» «leaf» </ c «o» >",
        "content": "|x|\n|\r|é|&lt;|&#x1F600;|&e;|&f;|<![CDATA[ <&]] ]]>|«comment»|«instruction»|«child»",
        "root": "< r «attribute» > «content» «content» «content» </ r >|< r > «content» </ r >|< r «o» />",
        "bom": "||||\u{FEFF}",
        "document": "«bom» «declaration» «misc» «type» «misc» «root» «misc»",
    ]

    /// Parts that no rule has.
    private static let oddities = [
        "%p;", "%", "<!ELEMENT r ANY>", "<!ATTLIST r a CDATA 'x'>", "<!NOTATION n SYSTEM 'x'>",
        "<!ENTITY % p 'x'>", "<!ENTITY e SYSTEM 'x'>", "<!ENTITY e '<b/>'>", "<!ENTITY e '&f;'>", "NDATA", "&g;",
        "&#0;", "&#xFFFE;", "&#xFFFF;", "&#xD800;", "&#x110000;", "&#13;", "&#10;", "&#9;", "&#+65;", "&#000000000065;",
        "&#x;", "&#;", "&;", "&", "&\u{212A};", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{85}", "\u{7F}", "\u{2028}",
        "é", "×", "<?xml?>",
        "<?xml version='1.0'?>", "<?XML x?>", "<?é?>", "1.1", "1", "utf-16", "maybe", "<!DOCTYPE r>",
        "]]>", "--", "+", "^", "-", ".", "0", ":", "_", "<![", "<!", "<", ">", "/", "?", "|", "(", "#",
    ]

    @Test("A hundred thousand documents with document types have the same pieces as in expat, or neither reads them")
    func documents() throws {
        var texts = RandomText(of: "document", Self.rules, Self.oddities, seed: 63)
        let documents = (0..<100_000).map { _ in texts.next() }
        let sandbox = try Sandbox()
        try sandbox.write("documents", documents.joined(separator: "\0"))
        let result = try Tool.run(try #require(Tool.python), ["-c", Self.judge, "\(sandbox.path)/documents"])
        let judged = result.output.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String($0) ?? "" }
        try #require(result.status == 0)
        try #require(judged.count == documents.count)
        var accepted = 0
        var withTypes = 0
        var stricter = 0
        for (document, expected) in zip(documents, judged) {
            do throws(XMLError) {
                let pieces = try XMLReaderTests.pieces(document, depthMax: 100, elementsMax: 100)
                #expect(Self.events(pieces) == expected, "\(document.debugDescription)")
                accepted += 1
                if document.contains("<!DOCTYPE") { withTypes += 1 }
            } catch {
                if expected == "!" { continue }
                stricter += 1
                #expect(Self.isStricter(error.defect, document), "\(error) \(document.debugDescription)")
            }
        }
        #expect(accepted > 30_000 && withTypes > 15_000 && stricter < 10_000)
    }
}
