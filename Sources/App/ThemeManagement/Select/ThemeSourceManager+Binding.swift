/// Bindings of objects to values. A value is applied at once, and at each change to a different value. If a theme
/// does not set the value, the property gets back its own value.
///
/// Objects are held weakly. Each call of `bind` also checks a few other bindings and removes those of dead objects; a
/// task on the main actor removes the rest.
///
/// A value whose name is a string can have another type. Then `bind` throws
/// ``ManagerError/unusableValue(id:reason:)``.
/// The compiler has checked a typed key, so its `bind` does not throw. A property whose value a damaged or earlier pack
/// does not have stays as it is, and ``problemHandler`` gets the error.
@MainActor
extension ThemeSourceManager {
    /// Gets the errors of values that were bound without `try`, and those of following seasons or styles without
    /// `failed`; by default nothing does.
    ///
    /// ```swift
    /// manager.problemHandler = { error in print(error) }
    /// ```
    public var problemHandler: (@MainActor (ManagerError) -> Void)? {
        get { inForce.problemHandler }
        set { inForce.problemHandler = newValue }
    }

    // Inlined for the reason given at `PropertyAccess`. It makes changes three times as fast.

    /// Binds a property to a value. `nil` unbinds it and restores its own value.
    ///
    /// Disfavored, so that an optional property uses the overload below, which takes values that are not optional.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value>,
        to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        try bind(target, PropertyAccess(property), to: value)
    }

    /// Binds an optional property to a value. `nil` unbinds it and restores its own value.
    @inlinable
    @inline(__always)
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value?>,
        to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        try bind(target, PropertyAccess(property), to: value?.optional())
    }

    /// Binds a property to a setting by its typed key: `manager.bind(label, \.color, to: .Color.title)`.
    @inlinable
    @inline(__always)
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value>, to setting: Setting<Value>
    ) where ThemeType: ThemeStorage {
        bind(target, PropertyAccess(property), reporting: ThemeValue(setting))
    }

    /// Binds an optional property to a setting by its typed key.
    @inlinable
    @inline(__always)
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value?>, to setting: Setting<Value>
    ) where ThemeType: ThemeStorage {
        bind(target, PropertyAccess(property), reporting: ThemeValue(setting).optional())
    }

    /// Binds a property to a value, and does not throw: ``problemHandler`` gets the error of a value that cannot be
    /// read. The property then stays as it is until a theme has the value.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value>,
        reporting value: ThemeValue<ThemeType, Value>
    ) {
        bind(target, PropertyAccess(property), reporting: value)
    }

    /// Binds an optional property to a value, and does not throw.
    @inlinable
    @inline(__always)
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value?>,
        reporting value: ThemeValue<ThemeType, Value>
    ) {
        bind(target, PropertyAccess(property), reporting: value.optional())
    }

    @usableFromInline
    func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: __owned PropertyAccess<Target, Value>,
        reporting value: ThemeValue<ThemeType, Value>
    ) {
        add(target, property, group(reporting: value))
    }

    @usableFromInline
    func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: __owned PropertyAccess<Target, Value>, to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        if let value {
            add(target, property, try group(of: value))
        } else if let slot = property.slot {
            inForce.callTargets { inForce.bindings.remove(target, slot) }
        }
    }

    private func add<Target: AnyObject, Value>(
        _ target: Target, _ property: PropertyAccess<Target, Value>, _ group: BindingGroup<Value>
    ) {
        inForce.callTargets {
            guard let slot = property.slot else { return }
            var inherited: Value?
            if case .property(let path) = slot, let object = target as? any InheritingObject,
                let value = object.inheritingValue(of: path)
            {
                inherited = value as? Value
            }
            inForce.bindings.add(PropertyBinding(target, slot, group, property, inherited: inherited), to: target)
        }
    }

    /// Binds a closure, which is called at once and at each change of the value. Binding a name of the object again
    /// replaces its closure; a value of `nil` unbinds it.
    ///
    /// The closure is not called before a theme has set the value. It gets `nil` to undo its effect, when a theme no
    /// longer sets the value or the name is unbound.
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, to value: ThemeValue<ThemeType, Value>?,
        apply: @escaping @MainActor (Target, Value?) -> Void
    ) throws(ManagerError) {
        guard let value else { return unbind(target, as: name) }
        let group = try group(of: value)
        inForce.callTargets { inForce.bindings.add(ClosureBinding(target, .named(name), group, apply), to: target) }
    }

    /// Binds a closure to a setting by its typed key.
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, to setting: Setting<Value>,
        apply: @escaping @MainActor (Target, Value?) -> Void
    ) where ThemeType: ThemeStorage {
        let group = group(reporting: ThemeValue(setting))
        inForce.callTargets { inForce.bindings.add(ClosureBinding(target, .named(name), group, apply), to: target) }
    }

    /// Binds a property of a control in all its states.
    ///
    /// ```swift
    /// try manager.bind(
    ///     button, as: "titleColor", states: .colors("Button.ThemeMode_Button_NavBarRight.titleColor"),
    ///     get: { $0.titleColor(for: $1) }, set: { $0.setTitleColor($2, for: $1) })
    /// ```
    ///
    /// A state that a theme does not set keeps, or gets back, the control's own value.
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, states values: ThemeValue<ThemeType, [ControlState: Value]>?,
        get: @escaping @MainActor (Target, ControlState) -> Value,
        set: @escaping @MainActor (Target, ControlState, Value) -> Void
    ) throws(ManagerError) {
        try bind(target, .named(name), states: values, get: get, set: set)
    }

    /// Binds a property of a part of an object, and sets the changed part again, so that the object notices it.
    ///
    /// ```swift
    /// try manager.bind(bar, \.standardAppearance, \.backgroundColor, to: .uiColor("Color.background"))
    /// ```
    @_disfavoredOverload
    public func bind<Target: AnyObject, Part, Value>(
        _ target: Target, _ part: ReferenceWritableKeyPath<Target, Part>, _ property: WritableKeyPath<Part, Value>,
        to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        try bind(
            target, .part(part, property), states: value?.converted { [.normal: $0] },
            get: { target, _ in target[keyPath: part][keyPath: property] },
            set: { target, _, value in
                var whole = target[keyPath: part]
                whole[keyPath: property] = value
                target[keyPath: part] = whole
            })
    }

    /// Binds an optional property of a part of an object.
    public func bind<Target: AnyObject, Part, Value>(
        _ target: Target, _ part: ReferenceWritableKeyPath<Target, Part>, _ property: WritableKeyPath<Part, Value?>,
        to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        try bind(target, part, property, to: value?.optional())
    }

    /// Binds an optional property of an optional part, such as a button's configuration. An object without the part
    /// stays as it is.
    public func bind<Target: AnyObject, Part, Value>(
        _ target: Target, _ part: ReferenceWritableKeyPath<Target, Part?>, _ property: WritableKeyPath<Part, Value?>,
        to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        try bind(
            target, .part(part, property), states: value?.converted { [.normal: Optional($0)] },
            get: { target, _ in target[keyPath: part]?[keyPath: property] ?? nil },
            set: { target, _, value in target[keyPath: part]?[keyPath: property] = value })
    }

    private func bind<Target: AnyObject, Value>(
        _ target: Target, _ slot: BindingSlot, states values: ThemeValue<ThemeType, [ControlState: Value]>?,
        get: @escaping @MainActor (Target, ControlState) -> Value,
        set: @escaping @MainActor (Target, ControlState, Value) -> Void
    ) throws(ManagerError) {
        guard let values else { return inForce.callTargets { inForce.bindings.remove(target, slot) } }
        var own: [ControlState: Value] = [:]
        let apply: @MainActor (Target, [ControlState: Value]?) -> Void = { target, values in
            let values = values ?? [:]
            for (state, value) in own where values[state] == nil {
                own[state] = nil
                set(target, state, value)
            }
            for (state, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                if own[state] == nil { own[state] = get(target, state) }
                set(target, state, value)
            }
        }
        let group = try group(of: values)
        // A later binding of the slot reads the control's own values, so this one restores them first.
        inForce.callTargets {
            let binding = ClosureBinding(target, slot, group, isUndoneWhenReplaced: true, apply)
            inForce.bindings.add(binding, to: target)
        }
    }

    /// Unbinds a property and restores its own value.
    public func unbind<Target: AnyObject, Value>(
        _ target: Target, _ property: ReferenceWritableKeyPath<Target, Value>
    ) {
        inForce.callTargets { inForce.bindings.remove(target, .property(property)) }
    }

    /// Unbinds a closure, which is called with `nil` if a theme has set the value.
    public func unbind(_ target: AnyObject, as name: String) {
        inForce.callTargets { inForce.bindings.remove(target, .named(name)) }
    }

    /// Removes all bindings of an object, and its callback.
    public func unbind(_ target: AnyObject) { inForce.callTargets { inForce.bindings.remove(target) } }

    /// The number of bindings, including those of released objects that are not yet removed.
    public var bindingCount: Int { inForce.bindings.count }

    /// Applies no changes to an object until ``show(_:)``. Does nothing if the object has no bindings and no callback.
    public func hide(_ target: AnyObject) { inForce.bindings.hide(target) }

    /// Applies the changes that a hidden object has missed, and those that follow.
    public func show(_ target: AnyObject) { inForce.callTargets { inForce.bindings.show(target) } }

    /// Applies every bound value again, changed or not, for objects whose properties other code has set.
    public func applyAll() { inForce.callTargets { inForce.bindings.applyAll() } }

    /// The group of a value, made if the value is bound for the first time.
    private func group<Value>(of value: ThemeValue<ThemeType, Value>) throws(ManagerError) -> BindingGroup<Value> {
        if let known = inForce.bindings.values.group(of: value) { return known }
        recordRequest(value.key)
        return try inForce.makeGroup(of: value) { error throws(ManagerError) in throw error }
    }

    /// The group of a value, made even if the value cannot be read.
    private func group<Value>(reporting value: ThemeValue<ThemeType, Value>) -> BindingGroup<Value> {
        if let known = inForce.bindings.values.group(of: value) { return known }
        recordRequest(value.key)
        return inForce.makeGroup(of: value) { inForce.problemHandler?($0) }
    }
}
