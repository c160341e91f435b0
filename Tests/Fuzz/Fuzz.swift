import Foundation
import FuzzTargets

// libFuzzer contains `main`, and calls the two functions below. https://llvm.org/docs/LibFuzzer.html

/// The target, from the variable `FUZZ_TARGET`: libFuzzer reads all arguments as its own.
private let target: FuzzTarget = {
    guard let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "") else {
        print("FUZZ_TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
        exit(64)
    }
    return target
}()

/// If the variable `FUZZ_SEEDS` is set, writes seeds and dictionary to that folder, and exits.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    do {
        try FileManager.default.createDirectory(atPath: "\(folder)/seeds", withIntermediateDirectories: true)
        for (number, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seeds/\(number)"))
        }
        let words = target.dictionary.map { word in
            "\"" + word.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
        }
        try Data(words.joined().utf8).write(to: URL(fileURLWithPath: "\(folder)/dictionary"))
    } catch {
        print("the seeds cannot be written: \(error)")
        exit(2)
    }
    exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
