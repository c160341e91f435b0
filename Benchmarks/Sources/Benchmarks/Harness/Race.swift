import Foundation

/// Runs the sides of a comparison in turns, A B A B, so that other load on the machine affects all of them.
struct Race {
    /// Seconds that one side runs before the next one.
    var lap = 0.005
    /// Seconds of a whole comparison. Slow sides get fewer rounds, at least `rounds.lowerBound`.
    var duration = 0.5
    var rounds = 7...101

    struct Side {
        let name: String
        /// Does the operation a number of times. The result must depend on the work, so that the compiler cannot remove
        /// it.
        let body: (Int) throws -> Int
        /// Untimed preparation before each operation. A side with it does one operation per lap.
        let prepare: (() throws -> Void)?

        init(_ name: String, first prepare: (() throws -> Void)? = nil, _ body: @escaping (Int) throws -> Int) {
            (self.name, self.prepare, self.body) = (name, prepare, body)
        }
    }

    /// Returns, for each side, the seconds per operation in each round: of the clock, and of processors in other
    /// processes.
    func run(_ sides: [Side]) throws -> [Timing] {
        let counts = try sides.map { try calibrate($0) }
        let roundLength = zip(counts, sides).reduce(0.0) { $0 + max(lap, $1.0.seconds * Double($1.0.count)) }
        let number = min(max(Int(duration / roundLength), rounds.lowerBound), rounds.upperBound)
        var timings = sides.map { Timing(name: $0.name, rounds: []) }
        for _ in 0..<number {
            for (index, side) in sides.enumerated() {
                let count = counts[index].count
                try side.prepare?()
                let before = Self.childSeconds()
                timings[index].rounds.append(try Self.seconds { try side.body(count) } / Double(count))
                timings[index].processor.append((Self.childSeconds() - before) / Double(count))
            }
        }
        return timings
    }

    private func calibrate(_ side: Side) throws -> (count: Int, seconds: Double) {
        if let prepare = side.prepare {
            try prepare()
            return (1, try Self.seconds { try side.body(1) })
        }
        var count = 1
        while true {
            let seconds = try Self.seconds { try side.body(count) }
            if seconds >= lap / 2 {
                return (max(1, Int(Double(count) * lap / seconds)), seconds / Double(count))
            }
            count *= 4
        }
    }

    /// The processor time of all processes that this one has started and that have ended.
    private static func childSeconds() -> Double {
        var usage = rusage()
        // RUSAGE_CHILDREN, whose Swift types differ.
        getrusage(-1, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    private static func seconds(_ body: () throws -> Int) rethrows -> Double {
        let start = ContinuousClock.now
        sink &+= try body()
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

/// Ignored results are added here, so that the compiler keeps the work.
nonisolated(unsafe) private var sink = 0

struct Timing {
    let name: String
    var rounds: [Double]
    /// The processor time of other processes.
    var processor: [Double] = []

    var median: Double { rounds.median }

    /// The processor time in place of the clock's.
    var ofProcessor: Timing { Timing(name: name, rounds: processor) }

    /// The time of two sides, one after the other.
    static func + (left: Timing, right: Timing) -> Timing {
        Timing(
            name: "\(left.name), \(right.name)", rounds: zip(left.rounds, right.rounds).map { $0 + $1 },
            processor: zip(left.processor, right.processor).map { $0 + $1 })
    }

    /// Returns the median of the rounds' ratios. Both sides of a round ran under the same load.
    func ratio(to other: Timing) -> Double { zip(rounds, other.rounds).map { $0 / $1 }.median }
}

extension [Double] {
    /// The median; of an even number of elements, the larger of the two in the middle.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

/// Returns a body that does an operation with one element after the other, and continues where it stopped.
@inline(__always)
func cycling<Element>(_ elements: [Element], _ operation: @escaping (Element) throws -> Int) -> (Int) throws -> Int {
    let constants = Constants(elements)
    var next = 0
    return { count in
        var sum = 0
        var position = next
        for _ in 0..<count {
            sum &+= try constants.with(position, operation)
            position += 1
            if position == constants.count { position = 0 }
        }
        next = position
        return sum
    }
}

/// Elements that live as long as the process. Taking a string out of an array would count references, which takes a
/// quarter of a look-up.
struct Constants<Element> {
    private let boxes: [Unmanaged<Box>]

    private final class Box {
        let element: Element

        init(_ element: Element) { self.element = element }
    }

    init(_ elements: [Element]) { boxes = elements.map { Unmanaged.passRetained(Box($0)) } }

    var count: Int { boxes.count }

    @inline(__always)
    func with<Answer>(_ position: Int, _ operation: (Element) throws -> Answer) rethrows -> Answer {
        try boxes[position]._withUnsafeGuaranteedRef { try operation($0.element) }
    }
}
