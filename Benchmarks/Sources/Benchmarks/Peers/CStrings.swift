import Foundation

/// Strings as C takes them, made beforehand, so that no peer pays for the conversion. They live as long as the process.
func cStrings(_ strings: [String]) -> [UnsafePointer<CChar>] {
    strings.compactMap { strdup($0).map { UnsafePointer($0) } }
}
