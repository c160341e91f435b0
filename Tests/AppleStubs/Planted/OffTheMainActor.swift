// ios: main actor-isolated property 'text' can not be mutated from a nonisolated context
import UIKit

func show(_ text: String, in label: UILabel) { label.text = text }
