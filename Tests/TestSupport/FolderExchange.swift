import Foundation
package import ThemeSystem
import ThemeModel
package import ThemeProject

/// A folder that becomes a link to another one before a certain call, as another process can exchange it.
package final class FolderExchange: Sendable {
    private let folder: String
    private let outside: String
    private let target: Int
    private let endsAtNextCall: Bool
    private let count = AtomicInteger(0)
    /// The contents of all files that ``ExchangingFileSystem`` has read, and the names in all folders.
    package let answers = Lock<Set<[UInt8]>>([])

    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - target: the number of the call; 0 for none.
    ///   - endsAtNextCall: whether the folder is back at the call after that.
    package init(of folder: String, for outside: String, at target: Int, endsAtNextCall: Bool = false) {
        self.folder = folder
        self.outside = outside
        self.target = target
        self.endsAtNextCall = endsAtNextCall
    }

    package var callCount: Int { count.value }

    fileprivate func call<Value>(_ body: () -> Value) -> Value {
        step()
        return body()
    }

    fileprivate func step() {
        let number = count.add(1)
        if number == target {
            rename(folder, "\(folder)-away")
            symlink(outside, folder)
        } else if number == target + 1, endsAtNextCall {
            restore()
        }
    }

    /// Puts the folder back.
    package func restore() {
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: folder)) != nil else { return }
        unlink(folder)
        rename("\(folder)-away", folder)
    }

    package var calls: DiskCalls {
        let real = DiskCalls()
        var calls = DiskCalls()
        calls.create = { path in self.call { real.create(path) } }
        calls.createFolder = { path in self.call { real.createFolder(path) } }
        calls.synchronize = { descriptor in self.call { real.synchronize(descriptor) } }
        calls.synchronizeNames = { folder in self.call { real.synchronizeNames(folder) } }
        calls.rename = { old, new in self.call { real.rename(old, new) } }
        calls.link = { old, new in self.call { real.link(old, new) } }
        calls.unlink = { path in self.call { real.unlink(path) } }
        calls.rmdir = { path in self.call { real.rmdir(path) } }
        return calls
    }
}

/// Exchanges a folder before a question.
package struct ExchangingFileSystem: FileSystem {
    private let base: any FileSystem
    private let exchange: FolderExchange
    /// Whether links are refused as by the disk. Without, a test shows what it would find.
    private let refuses: Bool

    package init(_ base: any FileSystem, _ exchange: FolderExchange, refuses: Bool) {
        self.base = base
        self.exchange = exchange
        self.refuses = refuses
    }

    package var refusingLinks: any FileSystem {
        refuses ? ExchangingFileSystem(base.refusingLinks, exchange, refuses: true) : self
    }

    package func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        exchange.step()
        let entries = try base.entries(of: folder)
        exchange.answers.withLock { answers in answers.formUnion(entries.map(\.name)) }
        return entries
    }

    package func stampedEntries(of folder: String) throws(FileError) -> [StampedEntry] {
        exchange.step()
        let entries = try base.stampedEntries(of: folder)
        exchange.answers.withLock { answers in answers.formUnion(entries.map(\.entry.name)) }
        return entries
    }

    package func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        exchange.step()
        let contents = try base.read(path, first: count, limit: limit)
        exchange.answers.withLock { answers in _ = answers.insert(contents.bytes) }
        return contents
    }

    package func destination(of path: String) throws(FileError) -> String {
        exchange.step()
        return try base.destination(of: path)
    }

    package func kind(of path: String) -> FileKind? { exchange.call { base.kind(of: path) } }
    package func stamp(of path: String) -> FileStamp? { exchange.call { base.stamp(of: path) } }
    package var now: Int64 { base.now }
}
