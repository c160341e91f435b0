import Foundation

/// Returns C strings, so that no peer's time includes the conversion. They live as long as the process.
func cStrings(_ strings: [String]) -> [UnsafePointer<CChar>] {
    strings.compactMap { strdup($0).map { UnsafePointer($0) } }
}
