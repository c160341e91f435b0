// ios: passing non-escaping parameter 'changes' to function expecting an '@escaping' closure
import UIKit

@MainActor
func animate(_ changes: () -> Void) { UIView.animate(withDuration: 0.25, animations: changes) }
