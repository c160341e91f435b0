import ChildProcesses
package import ThemeProject

extension GitRepository {
    /// Returns the project as a commit has it. Its paths begin with the project's folder.
    package func fileSystem(at commit: Commit) throws(UserError) -> RevisionFileSystem {
        // With `-l`, sizes are known before a file is read.
        let listing = try git.run(
            ["ls-tree", "-r", "-z", "-l", "--full-tree", commit.id, "--"] + (prefix.isEmpty ? [] : [prefix]), in: folder
        )
        guard listing.status == 0 else {
            throw UserError(
                "git cannot read the files of '\(commit.revision)': \(listing.reason)",
                hint: "the clone lacks them: fetch the whole repository")
        }
        let tree = RevisionTree(listing.output, below: prefix)
        guard !tree.isEmpty else {
            let place = prefix.isEmpty ? "is empty" : "has no folder '\(prefix)'"
            throw UserError("'\(commit.revision)' \(place)", hint: "name a revision that contains the project")
        }
        return RevisionFileSystem(tree, at: folder, reader: BlobReader(git, in: folder))
    }
}
