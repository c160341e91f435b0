/// The offsets of the fields in each part of an index, as FORMAT.md draws them.
enum IndexField {
    enum Header {
        static let formatVersion = 8
        static let minimumReader = 10
        static let headerLength = 12
        static let packLength = 16
        static let indexLength = 24
        static let slotCount = 32
        static let imageCount = 36
        static let variantCount = 40
        static let resourceCount = 44
        static let contract = 48
        static let manifest = 80
        static let settings = 128
        static let propertyCount = 176
        static let propertiesLength = 180
        static let properties = 184
    }

    enum Slot {
        static let block = 0
        static let blockComplement = 4
    }

    enum Block {
        static let checksum = 0
        static let length = 8
        static let recordCount = 12
    }

    enum Record {
        static let length = 0
        static let nameLengthKindCount = 4
        static let nameHash = 8
    }

    enum Variant {
        static let dataStart = 0
        static let dataLength = 8
        static let width = 16
        static let height = 20
        static let scale = 24
        static let ordinal = 28
        static let digest = 32
    }
}
