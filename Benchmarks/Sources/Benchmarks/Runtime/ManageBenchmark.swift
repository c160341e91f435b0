import CAllocationCount
import Foundation
import ThemeDevelopment
import ThemeManagement

/// Switching themes with many bindings, compared with plain loops over the same objects.
struct ManageBenchmark: Benchmark {
    let name = "manage"

    func rows(_ bench: Workbench) throws -> [Row] {
        try MainActor.assumeIsolated {
            let stage = try ManageStage(bench.scratch + "/manage")
            return try switching(stage, bench) + registering(stage, bench) + [try reading(stage, bench)] + memory(bench)
        }
    }

    @MainActor
    private func switching(_ stage: ManageStage, _ bench: Workbench) throws -> [Row] {
        var race = bench.race
        race.duration = 2
        var rows: [Row] = []
        for count in [10_000, 100_000] {
            let objects = (0..<count).map { _ in Painted() }
            let manager = try ThemeManager(stage.library)
            for (number, object) in objects.enumerated() {
                try manager.bind(object, \.color, to: .color(stage.keys[number % stage.keys.count]))
            }
            let references = objects.map { WeakReference(object: $0) }
            try manager.select(stage.first)
            let timings = try race.run([
                stage.switching(manager, between: stage.first, and: stage.second),
                stage.switching(manager, between: stage.first, and: stage.likeFirst),
                .init("loop over weak references") { turns in
                    // A turn is two switches, as on the other sides.
                    for turn in 0..<2 * turns {
                        let color = ThemeColor(red: UInt8(turn & 0xFF), green: 0, blue: 0)
                        for reference in references { reference.object?.color = color }
                    }
                    return turns
                },
            ])
            let on = "\(count) bindings, \(stage.keys.count) keys"
            rows.append(
                Row("two switches, all values differ", on: on, ours: timings[0], peer: timings[2], target: .ratio(4)))
            rows.append(
                Row(
                    "two switches, no value differs", on: on, ours: timings[1], peer: timings[0],
                    target: count < 100_000 ? .none : .ratio(0.05)))
            withExtendedLifetime(objects) {}
        }
        return rows
    }

    /// Makes 100,000 bindings, compared with 100,000 insertions into a dictionary.
    @MainActor
    private func registering(_ stage: ManageStage, _ bench: Workbench) throws -> [Row] {
        let objects = (0..<100_000).map { _ in Painted() }
        let values: [ThemeValue<Theme, ThemeColor>] = stage.keys.map { .color($0) }
        var race = bench.race
        race.duration = 2
        let timings = try race.run([
            .init("bind") { turns in
                try MainActor.assumeIsolated {
                    for _ in 0..<turns {
                        let manager = try ThemeManager(stage.library)
                        for (number, object) in objects.enumerated() {
                            try manager.bind(object, \.color, to: values[number % values.count])
                        }
                    }
                }
                return turns
            },
            .init("Dictionary by ObjectIdentifier") { turns in
                for _ in 0..<turns {
                    var dictionary: [ObjectIdentifier: Painted] = [:]
                    for object in objects { dictionary[ObjectIdentifier(object)] = object }
                    withExtendedLifetime(dictionary) {}
                }
                return turns
            },
        ])
        return [
            Row("register 100,000 bindings", on: "1000 keys", ours: timings[0], peer: timings[1], target: .ratio(5))
        ]
    }

    @MainActor
    private func reading(_ stage: ManageStage, _ bench: Workbench) throws -> Row {
        let manager = try ThemeManager(stage.library)
        let library = stage.library
        let id = stage.first
        try manager.select(id)
        let timings = try bench.race.run([
            .init("ThemeManager", cycling(stage.keys) { Int(try manager.theme.color($0)?.red ?? 0) }),
            .init("ThemeLibrary", cycling(stage.keys) { Int(try library.theme(id)?.color($0)?.red ?? 0) }),
        ])
        return Row("current value by key", on: "1000 keys", ours: timings[0], peer: timings[1], target: .ratio(1.5))
    }

    private func memory(_ bench: Workbench) throws -> [Row] {
        guard HeapMemory.bytes != nil else { return [] }
        func bytes(_ when: String) throws -> Quantity {
            .bytes(try BindingMemory.run([bench.scratch + "/manage", when]))
        }
        return [
            Row(
                "heap of 100,000 bindings, targets dead", on: "no switch", ours: try bytes("dead"),
                peer: ("alive", try bytes("alive")), target: .atMost(.bytes(100_000)))
        ]
    }
}

/// The heap of 100,000 bindings. Arguments: a folder for temporary files; whether the targets are `alive` or `dead`.
enum BindingMemory: Probe {
    static let name = "binding-memory"

    static func measure(_ arguments: [String]) throws -> Double {
        try MainActor.assumeIsolated {
            guard arguments.count == 2 else { throw BenchmarkFailure("two arguments were expected") }
            let stage = try ManageStage(arguments[0])
            let manager = try ThemeManager(stage.library)
            // Allocates what does not depend on the number of bindings.
            try manager.bind(Painted(), \.color, to: .color(stage.keys[0]))
            wait { manager.bindingCount == 0 }
            let before = HeapMemory.bytes ?? 0
            var objects = (0..<100_000).map { _ in Painted() }
            for (number, object) in objects.enumerated() {
                try manager.bind(object, \.color, to: .color(stage.keys[number % stage.keys.count]))
            }
            if arguments[1] == "dead" {
                objects = []
                wait { manager.bindingCount == 0 }
                guard manager.bindingCount == 0 else { throw BenchmarkFailure("dead targets are still bound") }
            }
            let after = HeapMemory.bytes ?? 0
            return withExtendedLifetime(objects) { Double(after - before) }
        }
    }

    /// Runs the main actor until a condition holds, for at most half a minute.
    @MainActor
    private static func wait(until isDone: () -> Bool) {
        for _ in 0..<300 where !isDone() { RunLoop.main.run(until: Date().addingTimeInterval(0.1)) }
    }
}

enum HeapMemory {
    static var bytes: Int? {
        let bytes = themepack_heap_bytes()
        return bytes < 0 ? nil : Int(bytes)
    }
}

private final class Painted {
    var color = ThemeColor(red: 0, green: 0, blue: 0)
    var size = 0.0
    var text = ""
}

private struct WeakReference {
    weak var object: Painted?
}

private struct ManageStage {
    let library: ThemeLibrary
    let keys: [SettingKey]
    let (first, second, likeFirst): (ThemeID, ThemeID, ThemeID)

    init(_ folder: String) throws {
        (first, second, likeFirst) = (ThemeID("first"), ThemeID("second"), ThemeID("like-first"))
        keys = (0..<1000).map { SettingKey("Color.color\($0)") }
        try SyntheticProject.writeAssets(in: folder)
        for (id, shade, mark) in [("default", 0, 0), ("first", 1, 1), ("second", 2, 2), ("like-first", 1, 3)] {
            let colors = (0..<1000).map { "\"color\($0)\": \"\(String(0x100000 + $0 * 16 + shade, radix: 16))\"" }
            let path = "\(folder)/themes/\(id)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let manifest = "{\"id\": \"\(id)\", \"version\": \"1.0.0\"}"
            try Data(manifest.utf8).write(to: URL(fileURLWithPath: path + "/theme.json"))
            let config = "{\"Color\": {\(colors.joined(separator: ", "))}, \"mark\": \(mark)}"
            try Data(config.utf8).write(to: URL(fileURLWithPath: path + "/config.json"))
        }
        library = try ThemeLibrary(default: ThemePack(theme: .default, inProject: folder))
        for id in [first, second, likeFirst] { try library.add(ThemePack(theme: id, inProject: folder)) }
    }

    /// Switches twice per turn, so that each turn begins with the same theme.
    func switching(_ manager: ThemeManager, between one: ThemeID, and other: ThemeID) -> Race.Side {
        .init("switch") { turns in
            try MainActor.assumeIsolated {
                for _ in 0..<turns {
                    try manager.select(other)
                    try manager.select(one)
                }
            }
            return turns
        }
    }
}
