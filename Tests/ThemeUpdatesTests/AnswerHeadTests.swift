import Testing

@testable import ThemeUpdates

struct AnswerHeadTests {
    /// Texts that are not a number from 0 to 4,294,967,294, also of a field that occurs twice.
    static let absurdNumbers = [
        "", "-1", "-0", "+5", "4294967295", "9223372036854770000", "9223372036854775806", "9223372036854775807",
        "9223372036854775808", "18446744073709551616", String(repeating: "9", count: 5000), "five", "5.0", "5e3", "0x5",
        " 5", "5 5", "5, 5", "5,5", "5\u{0}", "٥",
    ]

    @Test("A Content-Length is a number from 0 to the largest file", arguments: absurdNumbers, [200, 206])
    func absurdLength(_ text: String, _ status: Int) {
        #expect(throws: AnswerHead.Flaw.self) {
            try AnswerHead(status: status, fields: ["content-length": text])
        }
    }

    @Test("The ends and the length of a Content-Range are such numbers", arguments: absurdNumbers)
    func absurdRange(_ text: String) {
        for range in ["\(text)-9/10", "0-\(text)/10", "0-9/\(text)"] {
            #expect(throws: AnswerHead.Flaw.self, "\(range)") {
                try AnswerHead(status: 206, fields: ["content-range": "bytes \(range)"])
            }
        }
    }

    @Test(
        "A Content-Range has one form, ends in order, and the length of the Content-Length",
        arguments: [
            "", "bytes", "bytes ", "bytes */10", "bytes 0-9", "bytes 0-9/10/10", "bytes 0-9-9/10", "bytes=0-9/10",
            "bits 0-9/10", "bytes 9-0/10", "bytes 0-10/10", "bytes 0-9/10, bytes 0-9/10", "bytes 0-8/10", "bytes 0-8/*",
        ])
    func malformedRange(_ text: String) {
        #expect(throws: AnswerHead.Flaw.self) {
            try AnswerHead(status: 206, fields: ["content-range": text, "content-length": "10"])
        }
    }

    @Test("A compressed body is refused by its head, of every status if the transfer is compressed")
    func encodings() throws {
        for coding in ["gzip", "deflate", "br", "zstd", "gzip, gzip", "identity, gzip", "x", ""] {
            for (field, status) in [
                ("content-encoding", 200), ("content-encoding", 206), ("transfer-encoding", 200),
                ("transfer-encoding", 302), ("transfer-encoding", 404),
            ] {
                #expect(throws: AnswerHead.Flaw.self, "\(field): \(coding)") {
                    try AnswerHead(status: status, fields: [field: coding])
                }
            }
        }
        #expect(throws: AnswerHead.Flaw.self) {
            try AnswerHead(status: 200, fields: ["transfer-encoding": "gzip, chunked"])
        }
        for coding in ["identity", "Identity"] {
            _ = try AnswerHead(status: 200, fields: ["content-encoding": coding, "transfer-encoding": "Chunked"])
        }
    }

    @Test("A feed can be compressed once, with gzip, and then the head does not say its length")
    func feedEncoding() throws {
        for coding in ["gzip", "GZIP", "identity"] {
            let fields = ["content-encoding": coding, "content-length": "10"]
            let head = try AnswerHead(status: 200, fields: fields, acceptsGzip: true)
            #expect(head.byteCount == (coding == "identity" ? 10 : nil))
        }
        for coding in ["deflate", "br", "zstd", "gzip, gzip", "gzip,gzip", "identity, gzip", "x-gzip", "x", ""] {
            #expect(throws: AnswerHead.Flaw.self, "\(coding)") {
                try AnswerHead(status: 200, fields: ["content-encoding": coding], acceptsGzip: true)
            }
        }
        #expect(throws: AnswerHead.Flaw.self) {
            let fields = ["content-encoding": "gzip", "content-length": "-1"]
            return try AnswerHead(status: 200, fields: fields, acceptsGzip: true)
        }
    }

    @Test("Right fields are parsed")
    func parsed() throws {
        let fields = ["content-length": "10", "content-range": "bytes 5-14/4294967294"]
        let part = try AnswerHead(status: 206, fields: fields)
        #expect(part.byteCount == 10 && part.range == 5..<15 && part.fileLength == 4_294_967_294)
        #expect(try AnswerHead(status: 206, fields: ["content-range": "bytes 0-0/*"]).fileLength == nil)
        let whole = try AnswerHead(status: 200, fields: ["content-length": "0", "content-range": "nonsense"])
        #expect(whole.byteCount == 0 && whole.range == nil)
        // Nothing of another answer is used.
        #expect(try AnswerHead(status: 404, fields: ["content-length": "-1"]).byteCount == nil)
    }
}
