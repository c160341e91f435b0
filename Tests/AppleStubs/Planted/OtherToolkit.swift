// ios: no such module 'AppKit'
// macos: extra argument
// catalyst: type 'ThemeValue<Theme, NSColor>' has no member 'nsColor'
import AppKit
import ThemeManagement
import ThemeUI

let title: ThemeValue<Theme, NSColor> = .nsColor("Color.title", 1)
