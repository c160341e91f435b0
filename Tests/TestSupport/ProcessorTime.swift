import Foundation

/// The processor time that the calling thread has used. Unlike the clock, it does not depend on what else runs.
public func processorTimeOfThread() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
