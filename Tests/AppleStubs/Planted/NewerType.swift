// ios: 'UInt128' is only available in iOS 18.0 or newer
// catalyst: 'UInt128' is only available in iOS 18.0 or newer
// macos: 'UInt128' is only available in macOS 15.0 or newer
// tvos: 'UInt128' is only available in tvOS 18.0 or newer
// watchos: 'UInt128' is only available in watchOS 11.0 or newer
func double(_ number: UInt64) -> UInt128 { UInt128(number) * 2 }
