/// Runs the sides of a comparison in turns, A B A B, so that whatever else the machine does falls on all of them.
struct Race {
    /// How long one side runs before the next one does, in seconds.
    var lap = 0.005
    /// How long a comparison takes in all; slow sides get fewer rounds, but never less than `rounds.lowerBound`.
    var duration = 1.0
    var rounds = 7...101

    struct Side {
        let name: String
        /// Does the operation so many times. What it returns is of no interest, but must depend on what was done, so that
        /// no part of the work can be left out.
        let body: (Int) throws -> Int
        /// What has to be done before each operation, and is not timed. Such a side does one operation at a time.
        let prepare: (() throws -> Void)?

        init(_ name: String, first prepare: (() throws -> Void)? = nil, _ body: @escaping (Int) throws -> Int) {
            (self.name, self.prepare, self.body) = (name, prepare, body)
        }
    }

    /// - Returns: for each side, seconds per operation in each round.
    func run(_ sides: [Side]) throws -> [Timing] {
        let counts = try sides.map { try calibrate($0) }
        let roundLength = zip(counts, sides).reduce(0.0) { $0 + max(lap, $1.0.seconds * Double($1.0.count)) }
        let number = min(max(Int(duration / roundLength), rounds.lowerBound), rounds.upperBound)
        var timings = sides.map { Timing(name: $0.name, rounds: []) }
        for _ in 0..<number {
            for (index, side) in sides.enumerated() {
                let count = counts[index].count
                try side.prepare?()
                timings[index].rounds.append(try Self.seconds { try side.body(count) } / Double(count))
            }
        }
        return timings
    }

    /// How many operations fill a lap. Warms up meanwhile.
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

    private static func seconds(_ body: () throws -> Int) rethrows -> Double {
        let start = ContinuousClock.now
        sink &+= try body()
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

/// Where results go that nobody asks for.
nonisolated(unsafe) private var sink = 0

/// What the rounds of one side took.
struct Timing {
    let name: String
    /// Seconds per operation.
    var rounds: [Double]

    var median: Double { rounds.median }

    /// The median of the rounds' ratios: both sides of a round saw the same machine.
    func ratio(to other: Timing) -> Double { zip(rounds, other.rounds).map { $0 / $1 }.median }
}

extension [Double] {
    /// Of an even number, the larger of the two in the middle.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

/// Does an operation with one element after the other, each time from where it left off.
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

/// Elements that stay where they are, as a program's own constants do, and live as long as the process: to take a string out of
/// an array counts its references, which takes a quarter of a look-up.
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
