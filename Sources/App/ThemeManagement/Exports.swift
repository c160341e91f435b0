// Clients of this module also use themes, settings and images.
@_exported public import ThemeRuntime
