// Every module that imports ThemeProject uses these two, so it re-exports them.
@_exported public import ThemeModel
@_exported public import ThemeSystem
