/// The variants of an image. A single one, as most images have, needs no memory of its own.
package struct PackVariants: Hashable, Sendable {
    private enum Storage: Hashable {
        case one(PackVariant)
        case several([PackVariant])
    }

    private var storage: Storage

    package init(_ variant: PackVariant) { storage = .one(variant) }

    package init(_ variants: some Sequence<PackVariant>) {
        storage = .several([])
        for variant in variants { append(variant) }
    }

    package mutating func append(_ variant: PackVariant) {
        switch storage {
        case .one(let first): storage = .several([first, variant])
        case .several(let none) where none.isEmpty: storage = .one(variant)
        case .several(var variants):
            // So that this is the only reference.
            storage = .several([])
            variants.append(variant)
            storage = .several(variants)
        }
    }
}

extension PackVariants: RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
    package init(arrayLiteral variants: PackVariant...) { self.init(variants) }

    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch storage {
        case .one: 1
        case .several(let variants): variants.count
        }
    }

    package subscript(position: Int) -> PackVariant {
        get {
            switch storage {
            case .one(let variant): variant
            case .several(let variants): variants[position]
            }
        }
        set {
            switch storage {
            case .one: storage = .one(newValue)
            case .several(var variants):
                storage = .several([])
                variants[position] = newValue
                storage = .several(variants)
            }
        }
    }
}
