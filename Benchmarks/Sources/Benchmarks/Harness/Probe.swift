import Foundation

/// A measurement in a process of its own, for example of the memory of the first mount.
protocol Probe {
    static var name: String { get }

    static func measure(_ arguments: [String]) throws -> Double
}

extension Probe {
    static func run(_ arguments: [String], rounds: Int = 3) throws -> Double {
        try (0..<rounds).map { _ in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["--probe", name] + arguments
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0,
                let number = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
            else { throw BenchmarkFailure("the probe '\(name)' failed") }
            return number
        }.median
    }
}

/// The command line of a probe's process.
struct ProbeCall {
    private let name: String
    private let arguments: [String]

    /// Returns `nil` if this process is not a probe's.
    init?(_ arguments: [String]) throws {
        guard arguments.dropFirst().first == "--probe" else { return nil }
        guard arguments.count > 2 else { throw BenchmarkFailure("--probe NAME is missing") }
        (name, self.arguments) = (arguments[2], Array(arguments.dropFirst(3)))
    }

    func answer(of probes: [any Probe.Type]) throws {
        guard let probe = probes.first(where: { $0.name == name }) else {
            throw BenchmarkFailure("there is no probe '\(name)'")
        }
        print(try probe.measure(arguments))
    }
}

struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
