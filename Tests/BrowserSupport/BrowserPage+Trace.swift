public import Foundation

extension BrowserPage {
    /// Work of a browser that always takes the same: it parses 100,000 elements and finds a fifth of them.
    private static let loop = """
        const loop = document.createElement("template");
        loop.innerHTML = "<ul class=loop><li>one<li>two<li>three<li>four</ul>".repeat(20_000);
        loop.content.querySelectorAll(".loop > :last-child").length;
        """

    /// Returns the processor time of the longest task of the page's main thread while `body` runs, divided by that of a
    /// fixed loop that the page runs before. So it depends neither on the machine nor on other processes.
    public func longestTask(_ body: () async throws -> Void) async throws -> Double {
        let mark = "page-\(session)"
        try await send(
            "Tracing.start",
            [
                "categories": "disabled-by-default-devtools.timeline,blink.user_timing",
                "transferMode": "ReportEvents",
            ])
        try await evaluate("(() => { performance.mark(\(JSON.string(mark).source)); \(Self.loop) })()")
        try await body()
        try await send("Tracing.end")
        try await wait(for: "the end of the trace") { hasFired("Tracing.tracingComplete") }
        let events = browser.events(of: session).flatMap { event in
            event["method"].string == "Tracing.dataCollected" ? event["params"]["value"].array : []
        }
        browser.forgetEvents(of: session) { $0["method"].string?.hasPrefix("Tracing.") == true }
        guard let place = events.first(where: { $0["name"].string == mark }), let time = place["ts"].number else {
            throw Browser.Failure(description: "the trace has no events of the page")
        }
        let tasks = events.compactMap { event -> (start: Double, end: Double, processorTime: Double)? in
            guard event["name"].string == "RunTask", event["pid"] == place["pid"], event["tid"] == place["tid"],
                let start = event["ts"].number, let length = event["dur"].number, let time = event["tdur"].number
            else { return nil }
            return (start, start + length, time)
        }
        let loop = tasks.first { $0.start <= time && $0.end >= time }?.processorTime
        let longest = tasks.filter { $0.start > time }.map(\.processorTime).max()
        guard let loop, let longest else { throw Browser.Failure(description: "the trace has no tasks") }
        return longest / loop
    }

    /// Returns the page as a printer would get it.
    public func pdf() async throws -> Data {
        let text = try await send("Page.printToPDF", ["printBackground": true])["data"].string ?? ""
        return Data(base64Encoded: text) ?? Data()
    }
}
