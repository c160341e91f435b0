// ios: arithmetic operation '255 + 1' (on type 'UInt8') results in an overflow
// macos: arithmetic operation '255 + 1' (on type 'UInt8') results in an overflow
func next() -> UInt8 {
    let last: UInt8 = 255
    return last + 1
}
