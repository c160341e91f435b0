import Foundation

/// nginx on this machine, which counts what it sends.
final class Nginx {
    /// The answers of nginx since its start.
    struct Sent {
        var requests = 0
        /// The answers with a range of a file.
        var parts = 0
        /// The length of all answers with their heads.
        var bytes = 0

        static func += (sum: inout Sent, other: Sent) {
            sum.requests += other.requests
            sum.parts += other.parts
            sum.bytes += other.bytes
        }
    }

    private let process = Process()
    private let log: String

    /// The path of the program; `nil` if it is missing. Debian has it in a folder that not every user's path has.
    static var program: String? {
        (Command("nginx", [], in: "/") ?? Command("/usr/sbin/nginx", [], in: "/"))?.executable
    }

    init(_ program: String, serving folder: String, port: Int, scratch: String) throws {
        log = "\(scratch)/nginx-access.log"
        for file in [log, "\(scratch)/nginx.pid"] { try? FileManager.default.removeItem(atPath: file) }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path '\(scratch)/nginx-\($0)';" }.joined(separator: " ")
        let configuration = """
            daemon off; master_process off; pid '\(scratch)/nginx.pid'; error_log '\(scratch)/nginx.log';
            worker_rlimit_nofile 16384; events { worker_connections 8192; }
            http {
              log_format sent '$status $bytes_sent'; access_log '\(log)' sent;
              sendfile on; keepalive_timeout 600; keepalive_requests 100000; \(temporary)
              # As in docs/hosting.md.
              etag off;
              server {
                listen 127.0.0.1:\(port) backlog=4096; root '\(folder)';
                location / {
                  gzip_static on; gzip_vary on; add_header Last-Modified ""; add_header Cache-Control "max-age=300";
                }
                location ~ /sha256/ {
                  add_header Last-Modified ""; add_header Cache-Control "max-age=31536000, immutable";
                }
              }
            }
            """
        try configuration.write(toFile: "\(scratch)/nginx.conf", atomically: true, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-c", "\(scratch)/nginx.conf", "-p", scratch, "-e", "\(scratch)/nginx.log"]
        try process.run()
        // nginx writes this file when it listens.
        while !FileManager.default.fileExists(atPath: "\(scratch)/nginx.pid") {
            guard process.isRunning else { throw BenchmarkFailure("nginx does not start: see \(scratch)/nginx.log") }
            usleep(10_000)
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits until nginx has ended, so that its log is complete.
    func stop() throws -> Sent {
        kill(process.processIdentifier, SIGQUIT)
        process.waitUntilExit()
        var sent = Sent()
        for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let status = Int(words[0]), let count = Int(words[1]) else { continue }
            guard status == 200 || status == 206 else { throw BenchmarkFailure("nginx has answered \(status)") }
            sent += Sent(requests: 1, parts: status == 206 ? 1 : 0, bytes: count)
        }
        return sent
    }

    /// A port that no program listened at a moment ago.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard status == 0 else { throw BenchmarkFailure("no port is free") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
