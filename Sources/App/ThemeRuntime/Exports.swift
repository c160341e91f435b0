// Clients see ThemeModel's values. They see nothing of PackFormat, whose declarations have `package` access. With
// `package import` in any file, the compiler would not inline getters into clients.
@_exported public import PackFormat
@_exported public import ThemeModel
