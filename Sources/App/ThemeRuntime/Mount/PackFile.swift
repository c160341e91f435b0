import CThemeSystem
import ThemeSystem

extension RegularFile {
    static func pack(_ path: String, limit: Int) throws(ThemeError) -> RegularFile {
        let file: RegularFile
        do throws(RegularFile.Failure) {
            file = try RegularFile(path)
        } catch {
            switch error {
            case .system(let code): throw .unreadable(path: path, reason: systemReason(of: code))
            case .otherKind:
                let isUnpacked = PackContents.isUnpacked { access("\(path)/\($0)", F_OK) == 0 }
                throw .unreadable(path: path, reason: isUnpacked ? PackContents.unpacked : "is not a regular file")
            }
        }
        guard file.length <= limit else {
            throw .damaged(path: path, entry: nil, reason: "has \(file.length) bytes, at most \(limit) are read")
        }
        return file
    }

    /// Reads the index's header from the file. The first access to the mapping would double the time of mounting.
    func packIndex(path: String) throws(ThemeError) -> PackIndex {
        let result = withUnsafeTemporaryAllocation(byteCount: PackIndex.headerEndMax, alignment: 8) { buffer in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            return Result { () throws(ThemeError) in
                guard count >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
                do throws(PackError) {
                    let head = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    return try PackIndex(startingWith: head, packLength: length) { end($0) }
                } catch {
                    throw ThemeError(error, path: path)
                }
            }
        }
        return try result.get()
    }
}

extension RegularFile {
    private func end(_ count: Int) -> [UInt8] {
        let count = min(count, length)
        let start = length - count
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(pread(descriptor, buffer.baseAddress, count, off_t(start)), 0)
        }
    }
}

/// A reference that is stored once: the first thread that stores an object wins, and all threads get that object.
///
/// `@unchecked Sendable`: the memory never moves, and only atomic operations access it before `deinit`.
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init() {
        address = .allocate(capacity: 1)
        address.initialize(to: nil)
    }

    deinit {
        if let stored = address.pointee { Unmanaged<Object>.fromOpaque(stored).release() }
        address.deallocate()
    }

    var object: Object? {
        catomics_pointer_load(address).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the stored reference, which another thread may have stored.
    func storeIfNil(_ object: Object) -> Object {
        let own = Unmanaged.passRetained(object)
        guard let known = catomics_pointer_store_if_null(address, own.toOpaque()) else { return object }
        own.release()
        return Unmanaged<Object>.fromOpaque(known).takeUnretainedValue()
    }
}

/// A value in a class, so that it can be stored atomically.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension String {
    /// Returns `nil` if the string is not contiguous UTF-8.
    @inline(__always)
    func withBytes<Answer>(
        _ body: (UnsafeRawBufferPointer) throws(ThemeError) -> Answer?
    ) throws(ThemeError) -> Answer? {
        // The standard library's function takes no typed throws.
        try utf8.withContiguousStorageIfAvailable { bytes in
            Result { () throws(ThemeError) in try body(UnsafeRawBufferPointer(bytes)) }
        }?.get()
    }
}
