package import ThemeModel

/// The part of a semantic version that a change raises.
package enum VersionStep: String, Comparable, Sendable {
    case none, patch, minor, major

    private var rank: Int {
        switch self {
        case .none: 0
        case .patch: 1
        case .minor: 2
        case .major: 3
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

extension SemanticVersion {
    /// Returns the lowest release that follows this version by a step; `nil` if a number would exceed 2^64 - 1.
    ///
    /// Below 1.0.0 nothing is promised yet, so a major step raises the second number and a minor one the third. A
    /// prerelease becomes its release if that is a step of this kind: 2.0.0-beta.1 becomes 2.0.0 with every step.
    package func following(by step: VersionStep) -> SemanticVersion? {
        func next(_ number: UInt64) -> UInt64? { number == .max ? nil : number + 1 }
        func version(_ major: UInt64?, _ minor: UInt64?, _ patch: UInt64?) -> SemanticVersion? {
            guard let major, let minor, let patch else { return nil }
            return SemanticVersion(major: major, minor: minor, patch: patch)
        }
        var step = step
        if major == 0 { step = step == .major ? .minor : step == .minor ? .patch : step }
        let isPrerelease = !prerelease.isEmpty
        switch step {
        case .none: return self
        case .patch: return version(major, minor, isPrerelease ? patch : next(patch))
        case .minor: return version(major, isPrerelease && patch == 0 ? minor : next(minor), 0)
        case .major: return version(isPrerelease && minor == 0 && patch == 0 ? major : next(major), 0, 0)
        }
    }
}
