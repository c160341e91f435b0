// The modules above this one work on projects, so an import of ThemePackager brings ThemeProject.
@_exported public import ThemeProject
