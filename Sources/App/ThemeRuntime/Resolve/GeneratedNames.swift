public import ThemeSystem

// Generated code names types by these aliases. A folder of images can be called "Swift" or "ThemeRuntime", and an app
// can have a type `ImageKey`: none of them hides an alias.

/// ``ImageKey`` in generated code.
public typealias __ImageKey = ImageKey
/// ``ResourceKey`` in generated code.
public typealias __ResourceKey = ResourceKey
/// ``SettingKey`` in generated code.
public typealias __SettingKey = SettingKey
/// ``Setting`` in generated code.
public typealias __Setting = Setting
/// ``ThemeID`` in generated code.
public typealias __ThemeID = ThemeID
/// ``ThemeAxis`` in generated code.
public typealias __ThemeAxis = ThemeAxis

/// The key of a boolean in generated code.
public typealias __BooleanSetting = Setting<Bool>
/// The key of a number in generated code.
public typealias __NumberSetting = Setting<Double>
/// The key of a string in generated code.
public typealias __StringSetting = Setting<String>
/// The key of a color in generated code.
public typealias __ColorSetting = Setting<ThemeColor>
/// The key of a URL in generated code.
public typealias __URLSetting = Setting<URL>
/// The key of a font in generated code.
public typealias __FontSetting = Setting<ThemeFont>
/// The key of a size in generated code.
public typealias __SizeSetting = Setting<PointSize>
/// The key of insets in generated code.
public typealias __InsetsSetting = Setting<CapInsets>
/// The key of a list in generated code.
public typealias __ListSetting = Setting<[SettingValue]>
/// The key of an object in generated code.
public typealias __ObjectSetting = Setting<[String: SettingValue]>
/// The key of any value in generated code.
public typealias __ValueSetting = Setting<SettingValue>
