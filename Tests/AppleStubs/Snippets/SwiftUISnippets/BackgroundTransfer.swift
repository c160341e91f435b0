import Foundation
import ThemeModel
import ThemeUpdates

// snippet
final class BackgroundTransfer: NSObject, URLSessionDownloadDelegate {
    private let updater: ThemeUpdater

    init(for updater: ThemeUpdater) { self.updater = updater }

    func begin(_ plan: UpdatePlan, in session: URLSession) {
        for file in plan.steps.compactMap(\.file) {
            guard let url = URL(string: updater.source.base.url(of: file.address)) else { continue }
            session.downloadTask(with: url).resume()
        }
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        let name = downloadTask.originalRequest?.url?.lastPathComponent
        guard let digest = name.flatMap({ ContentDigest(hex: $0) }) else { return }
        do { try updater.accept(location.path, as: digest) } catch { print(error) }
    }
}
// end
