public import Foundation

extension BrowserPage {
    /// Returns the milliseconds of processor time of the longest task of the page's main thread while `body` runs, from
    /// Chromium's trace. Unlike elapsed time, they hardly depend on other processes.
    public func longestTask(_ body: () async throws -> Void) async throws -> Double {
        let mark = "page-\(session)"
        try await send(
            "Tracing.start",
            [
                "categories": "disabled-by-default-devtools.timeline,blink.user_timing",
                "transferMode": "ReportEvents",
            ])
        try await evaluate("performance.mark(\(JSON.string(mark).source)); 0")
        try await body()
        try await send("Tracing.end")
        try await wait(for: "the end of the trace") { hasFired("Tracing.tracingComplete") }
        let events = browser.events(of: session).flatMap { event in
            event["method"].string == "Tracing.dataCollected" ? event["params"]["value"].array : []
        }
        browser.forgetEvents(of: session) { $0["method"].string?.hasPrefix("Tracing.") == true }
        guard let place = events.first(where: { $0["name"].string == mark }) else {
            throw Browser.Failure(description: "the trace has no events of the page")
        }
        let tasks = events.filter {
            $0["name"].string == "RunTask" && $0["pid"] == place["pid"] && $0["tid"] == place["tid"]
        }
        let times = tasks.compactMap { $0["tdur"].number }
        guard let longest = times.max() else { throw Browser.Failure(description: "the trace has no tasks") }
        return longest / 1000
    }

    /// Returns the page as a printer would get it.
    public func pdf() async throws -> Data {
        let text = try await send("Page.printToPDF", ["printBackground": true])["data"].string ?? ""
        return Data(base64Encoded: text) ?? Data()
    }
}
