// Clients of this module also use packs and themes.
@_exported public import ThemeRuntime
