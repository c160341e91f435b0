import ThemeSystem

extension ImageConverter {
    /// Converts images, of which `jobs` are converted at a time. The results do not depend on how busy the machine is.
    func convert(_ sources: [SourceImage], jobs: Int) -> [Swift.Result<Result, Failure>] {
        let done = AtomicInteger(0)
        var results = Workers.map(sources.count, stride: 1, jobs: jobs) { index in
            defer { converted?(done.add(1), sources.count) }
            return Swift.Result { () throws(Failure) in try convert(sources[index]) }
        }
        // Programs that ran at the same time can be the reason.
        for index in results.indices {
            guard case .failure(let failure) = results[index], failure.cause == .clockTime else { continue }
            results[index] = Swift.Result { () throws(Failure) in try convert(sources[index]) }
        }
        // A source that takes too long at one scale is not taken at others, or the order of the jobs would decide.
        var slow: [String: Failure] = [:]
        for (source, result) in zip(sources, results) {
            if case .failure(let failure) = result, failure.cause == .processorTime { slow[source.path] = failure }
        }
        return zip(sources, results).map { source, result in slow[source.path].map { .failure($0) } ?? result }
    }
}
