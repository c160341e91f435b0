/// Returns whether two themes are the same: by `==` if the type is `Equatable`, by identity if it is a class, else
/// `nil`.
func areSame<ThemeType>(_ left: ThemeType, _ right: ThemeType) -> Bool? {
    if let left = left as? any Equatable { return isEqual(left, right) }
    // Casting a value to an object makes a new box each time, so only objects are compared by identity.
    guard type(of: left as Any) is AnyObject.Type, type(of: right as Any) is AnyObject.Type else { return nil }
    return left as AnyObject === right as AnyObject
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { (right as? Value) == left }
