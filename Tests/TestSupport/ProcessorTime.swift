import Foundation

/// Returns the result of `body`, and the processor time that the calling thread uses for it, divided by that of a fixed
/// loop, which it runs before. So the quotient depends neither on the machine nor on what else runs.
public func measuringLoops<Result>(_ body: () throws -> Result) rethrows -> (result: Result, loops: Double) {
    let start = processorTimeOfThread()
    var number: UInt64 = 1
    for step in 0..<2_000_000 as Range<UInt64> { number = (number ^ step) &* 0x100_0000_01B3 }
    // The compiler cannot leave the loop out.
    precondition(number != 0)
    let middle = processorTimeOfThread()
    let result = try body()
    return (result, (processorTimeOfThread() - middle) / (middle - start))
}

private func processorTimeOfThread() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
