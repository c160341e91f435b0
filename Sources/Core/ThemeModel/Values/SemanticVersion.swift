/// A version by https://semver.org/spec/v2.0.0.html, such as `1.2.0` or `3.1.0-beta.1`.
public struct SemanticVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The first number. It increases with incompatible changes.
    public let major: UInt64
    /// The second number. It increases with additions.
    public let minor: UInt64
    /// The third number. It increases with corrections.
    public let patch: UInt64
    /// The dot-separated identifiers after `-`; empty for a release.
    public let prerelease: [String]
    /// The dot-separated identifiers after `+`.
    public let build: [String]

    /// Parses `MAJOR.MINOR.PATCH` with optional `-PRERELEASE` and `+BUILD`: at most 64 bytes, numbers below 2^64.
    public init(_ string: String) throws(InvalidName) {
        let invalid = InvalidName(string, expected: "a semantic version MAJOR.MINOR.PATCH, such as \"1.2.0\"")
        guard string.utf8.count <= NameLimits.identifier else { throw invalid }
        func cut(_ text: ArraySlice<UInt8>, at mark: Unicode.Scalar) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
            text.firstIndex(of: UInt8(ascii: mark)).map { (text[..<$0], text[($0 + 1)...]) } ?? (text, nil)
        }
        let (front, build) = cut(Array(string.utf8)[...], at: "+")
        let (core, prerelease) = cut(front, at: "-")
        let numbers = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.count == 3, let major = Self.number(numbers[0]), let minor = Self.number(numbers[1]),
            let patch = Self.number(numbers[2]), let prerelease = Self.identifiers(prerelease),
            let build = Self.identifiers(build),
            prerelease.allSatisfy({ !Self.isNumeric($0.utf8) || Self.number($0.utf8) != nil })
        else { throw invalid }
        self.major = major
        self.minor = minor
        self.patch = patch
        self.prerelease = prerelease
        self.build = build
    }

    public var description: String {
        "\(major).\(minor).\(patch)" + (prerelease.isEmpty ? "" : "-" + prerelease.joined(separator: "."))
            + (build.isEmpty ? "" : "+" + build.joined(separator: "."))
    }

    /// Orders by precedence (section 11 of the specification), then by build metadata, to agree with `==`.
    public static func < (left: Self, right: Self) -> Bool {
        let own = (left.major, left.minor, left.patch)
        let other = (right.major, right.minor, right.patch)
        if own != other { return own < other }
        if left.prerelease != right.prerelease {
            if left.prerelease.isEmpty || right.prerelease.isEmpty { return right.prerelease.isEmpty }
            for (own, other) in zip(left.prerelease, right.prerelease) where own != other {
                switch (number(own.utf8), number(other.utf8)) {
                case (let own?, let other?): return own < other
                case (_?, nil): return true
                case (nil, _?): return false
                case (nil, nil): return own < other
                }
            }
            return left.prerelease.count < right.prerelease.count
        }
        return left.build.lexicographicallyPrecedes(right.build)
    }

    /// Whether this version has the lower precedence. Build metadata does not count.
    package func precedes(_ other: SemanticVersion) -> Bool {
        let isSame = (major, minor, patch) == (other.major, other.minor, other.patch) && prerelease == other.prerelease
        return !isSame && self < other
    }

    private static func isNumeric(_ text: some Collection<UInt8>) -> Bool {
        text.allSatisfy(\.isASCIIDigit)
    }

    private static func number(_ text: some Collection<UInt8>) -> UInt64? {
        guard isNumeric(text), text.count == 1 || text.first != UInt8(ascii: "0") else { return nil }
        return UInt64(String(decoding: text, as: UTF8.self))
    }

    private static func identifiers(_ text: ArraySlice<UInt8>?) -> [String]? {
        guard let text else { return [] }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let valid = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { ThemeID.allows($0) && $0 != UInt8(ascii: "_") }
        }
        return valid ? parts.map { String(decoding: $0, as: UTF8.self) } : nil
    }
}

extension SemanticVersion {
    /// Creates the version of a release.
    public init(major: UInt64, minor: UInt64, patch: UInt64) {
        self.major = major
        self.minor = minor
        self.patch = patch
        prerelease = []
        build = []
    }
}
