import Foundation

// A benchmark is a file with a type that conforms to `Benchmark`, and a line here. The table has them in this order.
let benchmarks: [any Benchmark] = [
    MountBenchmark(),
    ResolveBenchmark(),
    ReadBenchmark(),
    FirstReadBenchmark(),
    SettingsBenchmark(),
    AllocationBenchmark(),
    MemoryBenchmark(),
    SwapBenchmark(),
    ManageBenchmark(),
    ToolBenchmark(),
    WatchBenchmark(),
    ScaleBenchmark(),
]

// A probe measures what needs a process of its own, and is run as `Benchmarks --probe NAME ARGUMENT...`.
let probes: [any Probe.Type] = [
    MountMemory.self,
    BindingMemory.self,
    ToolMemory.self,
]

do {
    if let probe = try ProbeCall(CommandLine.arguments) {
        try probe.answer(of: probes)
    } else {
        try Run(arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment).measure(benchmarks)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
