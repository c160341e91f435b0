import Foundation
import ThemeTrust

/// Verifies the signature of a pack, as an app does once per download. `ssh-keygen -Y verify` is another process, so the
/// second row compares with mounting, which reads the file and computes SHA-256.
struct SignatureBenchmark: Benchmark {
    let name = "signature"

    func rows(_ bench: Workbench) throws -> [Row] {
        let key = "\(bench.scratch)/signature-key"
        try? FileManager.default.removeItem(atPath: key)
        guard let keygen = Command("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key], in: bench.scratch) else {
            return []
        }
        try keygen.run()
        let list = "\(bench.scratch)/allowed_signers"
        try ("bench " + String(contentsOfFile: key + ".pub", encoding: .utf8))
            .write(toFile: list, atomically: true, encoding: .utf8)
        let signers = try TrustedSigners(contentsOf: list)
        return try bench.corpora.flatMap { corpus in
            let pack = "\(bench.scratch)/signed.zip"
            for path in [pack, pack + ".sig"] { try? FileManager.default.removeItem(atPath: path) }
            try FileManager.default.copyItem(atPath: corpus.themePack, toPath: pack)
            try Command("ssh-keygen", ["-Y", "sign", "-n", "themepack", "-f", key, pack], in: bench.scratch)?.run()
            let verify =
                "ssh-keygen -Y verify -f '\(list)' -I bench -n themepack -s '\(pack).sig' < '\(pack)' > /dev/null"
            let timings = try bench.race.run([
                .init("ThemeTrust") { count in
                    var sum = 0
                    for _ in 0..<count { sum &+= try VerifiedPack(reading: pack, trusting: signers).signer.line }
                    return sum
                },
                .init("ssh-keygen") { count in
                    for _ in 0..<count { try Command("/bin/sh", ["-c", verify], in: bench.scratch)?.run() }
                    return count
                },
                .init("resident") { count in
                    var sum = 0
                    for _ in 0..<count { sum &+= try ThemePack(mounting: pack, mode: .resident).byteCount }
                    return sum
                },
            ])
            return [
                Row("verify a signature", on: corpus.name, ours: timings[0], peer: timings[1], target: .ratio(1)),
                Row("verify a signature, not mount", on: corpus.name, ours: timings[0], peer: timings[2]),
            ]
        }
    }
}
