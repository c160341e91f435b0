// This module is the platform, as the other modules see it: one name for the C library and Foundation, errors with the
// system's reason, locks and threads, files that appear whole or not at all, and programs that end in time. Each call
// throws `SystemError`. Nothing here knows themes, prints or exits.

// The C library has another module name on each platform, and FoundationEssentials exists only on Linux. Other files
// import this module instead.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Android)
    @_exported public import Android
#elseif canImport(WASILibc)
    @_exported public import WASILibc
#else
    @_exported public import Glibc
#endif
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
