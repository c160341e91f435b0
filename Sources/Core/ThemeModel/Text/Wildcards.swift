/// Returns whether items match a pattern in which `star` stands for any number of items.
///
/// Matches greedily: after a mismatch, the last star takes one more item. Takes time linear in the product of the
/// lengths.
///
/// - Parameters:
///   - left: the steps that are left. Each takes one; without any, nothing matches.
///   - equal: returns whether an item matches another part of the pattern.
package func matches<Item: Equatable>(
    _ items: [Item], _ pattern: [Item], star: Item, _ left: inout Int, _ equal: (Item, Item, inout Int) -> Bool
) -> Bool {
    var itemIndex = 0
    var patternIndex = 0
    var retry: (itemIndex: Int, patternIndex: Int)?
    while itemIndex < items.count {
        left -= 1
        // One step more than there are, so that the caller sees that they did not suffice.
        if left < 0 { return false }
        if patternIndex < pattern.count, pattern[patternIndex] == star {
            retry = (itemIndex, patternIndex)
            patternIndex += 1
        } else if patternIndex < pattern.count, equal(items[itemIndex], pattern[patternIndex], &left) {
            itemIndex += 1
            patternIndex += 1
        } else if let last = retry {
            itemIndex = last.itemIndex + 1
            patternIndex = last.patternIndex + 1
            retry = (itemIndex, last.patternIndex)
        } else {
            return false
        }
    }
    return pattern[patternIndex...].allSatisfy { $0 == star }
}
