import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

let words = CommandLine.arguments.dropFirst().joined(separator: " ")
print(Data(SHA256.hash(data: Data(words.utf8))).base64EncodedString())
