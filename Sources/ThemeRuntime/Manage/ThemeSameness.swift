/// Whether two themes of any type are one and the same: equal where the type is `Equatable`, else the same object.
///
/// `nil` for values that cannot be compared at all.
func areSame<Skin>(_ left: Skin, _ right: Skin) -> Bool? {
    if let left = left as? any Equatable { return isEqual(left, right) }
    // Only of a class: as an object, a value would be put into a box of its own each time.
    guard type(of: left as Any) is AnyObject.Type, type(of: right as Any) is AnyObject.Type else { return nil }
    return left as AnyObject === right as AnyObject
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { (right as? Value) == left }
