// watchos: 'UILabel' is unavailable in watchOS
import UIKit

func text(of label: UILabel) {}
