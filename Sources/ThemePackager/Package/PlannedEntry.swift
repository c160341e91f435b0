import ThemeModel
import PackFormat

struct PlannedEntry: Sendable {
    let path: String
    let length: Int
    let content: Content

    enum Content: Sendable {
        case bytes([UInt8])
        case verified(VerifiedBytes, location: String)
    }

    init(path: String, content: [UInt8]) {
        self.path = path
        length = content.count
        self.content = .bytes(content)
    }

    init(path: String, content: VerifiedBytes, location: String) {
        self.path = path
        length = content.length
        self.content = .verified(content, location: location)
    }

    func verifies(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard case .verified(let content, _) = content else { return false }
        return ContentDigest(of: bytes) == content.digest
    }
}
