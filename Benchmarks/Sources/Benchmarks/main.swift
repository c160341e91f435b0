import Foundation

// All benchmarks, in the order of the table.
let benchmarks: [any Benchmark] = [
    MountBenchmark(),
    SignatureBenchmark(),
    ResolveBenchmark(),
    ReadBenchmark(),
    FirstReadBenchmark(),
    SettingsBenchmark(),
    AxisBenchmark(),
    ManyThemesBenchmark(),
    AllocationBenchmark(),
    MemoryBenchmark(),
    SwapBenchmark(),
    ManageBenchmark(),
    ToolBenchmark(),
    WatchBenchmark(),
    BrandsBenchmark(),
    ScaleBenchmark(),
    DeltaBenchmark(),
    FleetBenchmark(),
]

// Measurements that need a process of their own, started as `Benchmarks --probe NAME ARGUMENT...`.
let probes: [any Probe.Type] = [
    MountMemory.self,
    BindingMemory.self,
    ToolMemory.self,
]

do {
    if let probe = try ProbeCall(CommandLine.arguments) {
        try probe.answer(of: probes)
    } else {
        let names = benchmarks.map { $0.name }
        let arguments = try Arguments(CommandLine.arguments.dropFirst(), benchmarks: names, corpora: Run.corpora)
        if arguments.asksForHelp {
            print(Arguments.help(benchmarks: names, corpora: Run.corpora))
        } else {
            try Run(arguments, environment: ProcessInfo.processInfo.environment).measure(benchmarks)
        }
    }
} catch let error as UsageError {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(64)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
