// ios: cannot assign value of type 'UIFont' to type 'UIColor'
import UIKit

@MainActor
func show(_ label: UILabel) { label.textColor = UIFont.systemFont(ofSize: 12) }
