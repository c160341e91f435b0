/// Bindings of objects to values. A value is applied at once, and at each change to a different value. If a theme
/// does not set the value, the property gets back its own value.
///
/// Objects are held weakly. Each call of `bind` also checks a few other bindings and removes those of dead objects; a
/// task on the main actor removes the rest.
///
/// If a value cannot be read from the theme in force, `bind` throws ``ManagerError/unusableValue(id:reason:)``.
extension ThemeManager {
    // Inlined for the reason given at `PropertyAccess`. It makes changes three times as fast.

    /// Binds a property to a value. `nil` unbinds it and restores its own value.
    ///
    /// Disfavored, so that an optional property uses the overload below, which takes values that are not optional.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value>,
        to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        try bind(target, PropertyAccess(property), to: value)
    }

    /// Binds an optional property to a value. `nil` unbinds it and restores its own value.
    @inlinable
    @inline(__always)
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value?>,
        to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        try bind(target, PropertyAccess(property), to: value?.optional())
    }

    /// Binds a property to a setting: `manager.bind(label, \.color, to: .Color.title)`.
    @inlinable
    @inline(__always)
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value>, to setting: Setting<Value>
    ) throws(ManagerError) where ThemeType: ThemeStorage {
        try bind(target, PropertyAccess(property), to: ThemeValue(setting))
    }

    /// Binds an optional property to a setting.
    @inlinable
    @inline(__always)
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value?>, to setting: Setting<Value>
    ) throws(ManagerError) where ThemeType: ThemeStorage {
        try bind(target, PropertyAccess(property), to: ThemeValue(setting).optional())
    }

    @usableFromInline
    @MainActor
    func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: __owned PropertyAccess<Target, Value>, to value: ThemeValue<ThemeType, Value>?
    ) throws(ManagerError) {
        if let value {
            let group = try group(of: value)
            inForce.callTargets {
                guard let slot = property.slot else { return }
                inForce.bindings.add(PropertyBinding(target, slot, group, property), to: target)
            }
        } else if let slot = property.slot {
            inForce.callTargets { inForce.bindings.remove(target, slot) }
        }
    }

    /// Binds a closure, which is called at once and at each change of the value. Binding a name of the object again
    /// replaces its closure; a value of `nil` unbinds it.
    ///
    /// The closure is not called before a theme has set the value. It gets `nil` to undo its effect, when a theme no
    /// longer sets the value or the name is unbound.
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, to value: ThemeValue<ThemeType, Value>?,
        apply: @escaping @MainActor (Target, Value?) -> Void
    ) throws(ManagerError) {
        guard let value else { return unbind(target, as: name) }
        let group = try group(of: value)
        inForce.callTargets { inForce.bindings.add(ClosureBinding(target, named: name, group, apply), to: target) }
    }

    /// Binds a closure to a setting.
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, to setting: Setting<Value>,
        apply: @escaping @MainActor (Target, Value?) -> Void
    ) throws(ManagerError) where ThemeType: ThemeStorage {
        try bind(target, as: name, to: ThemeValue(setting), apply: apply)
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
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, states values: ThemeValue<ThemeType, [ControlState: Value]>?,
        get: @escaping @MainActor (Target, ControlState) -> Value,
        set: @escaping @MainActor (Target, ControlState, Value) -> Void
    ) throws(ManagerError) {
        guard let values else { return unbind(target, as: name) }
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
        // A later binding of the name reads the control's own values, so this one restores them first.
        inForce.callTargets {
            let binding = ClosureBinding(target, named: name, group, isUndoneWhenReplaced: true, apply)
            inForce.bindings.add(binding, to: target)
        }
    }

    /// Unbinds a property and restores its own value.
    @MainActor
    public func unbind<Target: AnyObject, Value>(
        _ target: Target, _ property: ReferenceWritableKeyPath<Target, Value>
    ) {
        inForce.callTargets { inForce.bindings.remove(target, .property(property)) }
    }

    /// Unbinds a closure, which is called with `nil` if a theme has set the value.
    @MainActor
    public func unbind(_ target: AnyObject, as name: String) {
        inForce.callTargets { inForce.bindings.remove(target, .named(name)) }
    }

    /// Removes all bindings of an object, and its callback.
    @MainActor
    public func unbind(_ target: AnyObject) { inForce.callTargets { inForce.bindings.remove(target) } }

    /// The number of bindings, including those of released objects that are not yet removed.
    @MainActor public var bindingCount: Int { inForce.bindings.count }

    /// Applies no changes to an object until ``show(_:)``. Does nothing if the object has no bindings and no callback.
    @MainActor
    public func hide(_ target: AnyObject) { inForce.bindings.hide(target) }

    /// Applies the changes that a hidden object has missed, and those that follow.
    @MainActor
    public func show(_ target: AnyObject) { inForce.callTargets { inForce.bindings.show(target) } }

    /// Applies every bound value again, changed or not, for objects whose properties other code has set.
    @MainActor
    public func applyAll() { inForce.callTargets { inForce.bindings.applyAll() } }

    /// The group of a value, made if the value is bound for the first time.
    @MainActor
    private func group<Value>(of value: ThemeValue<ThemeType, Value>) throws(ManagerError) -> BindingGroup<Value> {
        if let known = inForce.bindings.values.group(of: value) { return known }
        recordRequest(value.key)
        return try inForce.makeGroup(of: value)
    }
}
