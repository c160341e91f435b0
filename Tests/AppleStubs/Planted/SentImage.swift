// macos: risks causing data races
import AppKit

func show(_ image: NSImage) {
    Task.detached { print(image.size) }
    print(image.size)
}
