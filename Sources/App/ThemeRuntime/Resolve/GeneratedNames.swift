public import ThemeSystem

// Generated code names types by these aliases. A folder of images can be called "Swift" or "ThemeRuntime", and an app
// can have a type `ImageKey`: none of them hides an alias.

public typealias __ImageKey = ImageKey
public typealias __ResourceKey = ResourceKey
public typealias __SettingKey = SettingKey
public typealias __Setting = Setting
public typealias __ThemeID = ThemeID
public typealias __ThemeAxis = ThemeAxis

public typealias __BooleanSetting = Setting<Bool>
public typealias __NumberSetting = Setting<Double>
public typealias __StringSetting = Setting<String>
public typealias __ColorSetting = Setting<ThemeColor>
public typealias __URLSetting = Setting<URL>
public typealias __FontSetting = Setting<ThemeFont>
public typealias __SizeSetting = Setting<PointSize>
public typealias __InsetsSetting = Setting<CapInsets>
public typealias __ListSetting = Setting<[SettingValue]>
public typealias __ObjectSetting = Setting<[String: SettingValue]>
public typealias __ValueSetting = Setting<SettingValue>
