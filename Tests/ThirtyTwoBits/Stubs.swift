import System

// Parts of modules that embedded Swift does not have and the sources use. Nothing here computes an answer.

public var errno: Int32 {
    get { system_errno().pointee }
    set { system_errno().pointee = newValue }
}
func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    system_open(path, flags, mode)
}
func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    system_openat(folder, path, flags, mode)
}

public protocol Observable {}
struct ObservationRegistrar {
    func access<Subject, Value>(_ subject: Subject, keyPath: (Subject) -> Value) {}
    func withMutation<Subject, Value, Result, Failure: Error>(
        of subject: Subject, keyPath: (Subject) -> Value, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result { try body() }
}

public protocol LocalizedError: Error { var errorDescription: String? { get } }
public protocol ContiguousBytes { func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result }
public struct URL: Hashable, Sendable {
    public init?(string: String) { nil }
    var path: String { "" }
}
public struct Data {
    enum Deallocator { case custom((UnsafeMutableRawPointer, Int) -> Void) }
    init() {}
    init(bytesNoCopy bytes: UnsafeMutableRawPointer, count: Int, deallocator: Deallocator) {}
}

enum Workers {
    static func map<Value>(
        _ count: Int, stride: Int? = nil, jobs: Int, _ body: (Int) -> Value
    ) -> [Value] { (0..<count).map(body) }

    static func both<First, Second>(jobs: Int, _ first: () -> First, _ second: () -> Second) -> (First, Second) {
        (first(), second())
    }
}
struct DispatchSemaphore {
    init(value: Int) {}
    func wait() {}
    func signal() {}
}
final class SerialWorker: Sendable {
    init(waitingMax: Int = .max) {}
    func perform(_ body: () -> Void) { body() }
    func wait() {}
}

extension Collection where Element: Equatable {
    func contains(_ part: some Collection<Element>) -> Bool { indices.contains { self[$0...].starts(with: part) } }
}
extension String {
    func split(separator: String, omittingEmptySubsequences: Bool) -> [Substring] {
        split(omittingEmptySubsequences: omittingEmptySubsequences) { separator.first == $0 }
    }
}
extension Dictionary {
    init(_ pairs: [(Key, Value)], uniquingKeysWith combine: (Value, Value) -> Value) {
        self = [:]
        for (key, value) in pairs { self[key] = self[key].map { combine($0, value) } ?? value }
    }
}

/// A copy of bytes that stays at its place.
final class Bytes {
    let bytes: UnsafeRawBufferPointer

    init(_ array: [UInt8]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 8)
        memory.copyBytes(from: array)
        bytes = UnsafeRawBufferPointer(memory)
    }

    deinit { bytes.deallocate() }
}
