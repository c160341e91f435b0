#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A line of the trusted signers: a key, with the purposes and the time for which it is trusted.
public struct TrustedSigner: Hashable, Sendable, CustomStringConvertible {
    /// The line's number, from 1.
    public let line: Int
    /// The key.
    public let key: SSHPublicKey
    let principals: PatternList
    let namespaces: PatternList?
    /// The first moment at which the signer is trusted; `nil` if there is none.
    public let validAfter: Date?
    /// The last moment at which the signer is trusted; `nil` if there is none.
    public let validBefore: Date?

    /// The identities as the line has them, for example `release@example.org,ci@example.org`.
    public var identities: String { principals.text }

    /// The identities and the key.
    public var description: String { "\(identities) (\(key))" }

    /// OpenSSH compares whole seconds. For a date that is not a number, no signer with a time is valid.
    func isValid(at date: Date) -> Bool { !isTooEarly(date) && !isTooLate(date) }

    func isTooEarly(_ date: Date) -> Bool {
        guard let validAfter else { return false }
        return !(date.timeIntervalSince1970 >= validAfter.timeIntervalSince1970)
    }

    private func isTooLate(_ date: Date) -> Bool {
        guard let validBefore else { return false }
        return !(date.timeIntervalSince1970.rounded(.down) <= validBefore.timeIntervalSince1970)
    }
}
