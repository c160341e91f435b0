package import ThemeProject

/// A verified project, with the inspection result of every image and of every default. Keeps no bytes of images.
package struct InspectedProject: Sendable {
    package let verification: Verification
    private let inspection: ProjectInspection
    /// The first error of each image that has one.
    private let errors: [Int: ImageError]

    init(_ verification: Verification, _ inspection: ProjectInspection) {
        self.verification = verification
        self.inspection = inspection
        errors = Dictionary(inspection.images.defects.map { ($0.number, $0.error) }) { first, _ in first }
    }

    package var survey: ProjectSurvey { inspection.survey }

    /// The inspection result of an image.
    package struct Image: Sendable {
        /// `nil` if the header cannot be read, and for every themed image that is not sound.
        package let size: PixelSize?
        package let hasAlpha: Bool
        /// Of the visible pixels; `nil` if it is not known.
        package var meanColor: ThemeColor?
        /// Length and SHA-256 of the bytes; `nil` if the image is not sound.
        package let content: (length: Int, digest: ContentDigest)?
        /// The first error; `nil` if there is none.
        package let error: ImageError?
    }

    /// - Parameter number: an index in ``ImageGroups/files``.
    package func image(_ number: Int) -> Image {
        let result = inspection.images[number]
        return Image(
            size: result.facts?.size, hasAlpha: result.facts?.hasAlpha ?? false,
            meanColor: result.facts?.content?.grid?.mean, content: result.content.map { ($0.length, $0.digest) },
            error: errors[number])
    }
}

extension InspectedProject {
    /// Inspects a file that the survey reported and gave to no theme. `nil` if it cannot be read.
    package func unassignedImage(at path: String) -> Image? {
        let project = survey.project
        guard
            let bytes = try? project.fileSystem.read(project.join(path), limit: project.configuration.limits.imageBytes)
        else { return nil }
        var facts: ImageFacts?
        do throws(ImageError) {
            let structure = try PNGStructure(image: bytes)
            facts = ImageFacts(structure)
            try project.configuration.limits.check(structure)
            let error = try PNGDecoder.decode(structure, limits: project.configuration.limits, project.budget)
            return Image(
                size: structure.size, hasAlpha: structure.hasAlpha, content: (bytes.count, ContentDigest(of: bytes)),
                error: error)
        } catch {
            return Image(size: facts?.size, hasAlpha: facts?.hasAlpha ?? false, content: nil, error: error)
        }
    }
}

extension ProjectRun {
    /// Returns the digest of the defaults that the themes of the scope are verified against. Inspects all images.
    package func contractDigest() throws(UserError) -> ContentDigest {
        try inspection(keeping: nil).0.contractDigest
    }

    /// Verifies the themes of the scope and all defaults, even if nothing has changed. Computes every digest.
    package func inspect(visiting visit: ImageVisitor? = nil) throws(UserError) -> InspectedProject {
        let (inspection, _) = try inspection(keeping: MemoryBudget(0), inspectsDefaults: true, visit: visit)
        let verification = Verification(
            of: inspection, isComplete: scope == .everything, isPackaging: false, jobs: jobs)
        events.verified?(verification)
        return InspectedProject(verification, inspection)
    }
}
