/// What is bound follows: it is applied at once, and at each change in which its value is another. Targets are held weakly, and
/// what they leave behind when they die is cleaned up by itself; see ``Sweep``.
///
/// Binding the same property of the same object again replaces the binding. A value that a theme does not set leaves the property as
/// it was before: what it was when a theme first set it is given back.
///
/// All of these throw ``ManagerError/unusableValue(id:reason:)`` if the value cannot be read from the theme in force, and bind
/// nothing then.
extension ThemeManager {
    // MARK: Properties

    // Inlined, and consuming the key path, for what `PropertyAccess` says: a change is applied in a third of the time.

    /// Binds a property to a value; `nil` ends that, and gives the property back what it was.
    @inlinable
    @inline(__always)
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value>,
        to value: ThemeValue<Skin, Value>?
    ) throws(ManagerError) {
        try bind(target, PropertyAccess(property), to: value)
    }

    /// The same for a property that can be `nil`. Disfavoured, as a literal `nil` would otherwise fit both.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, Value?>,
        to value: ThemeValue<Skin, Value>?
    ) throws(ManagerError) {
        try bind(target, PropertyAccess(property), to: value?.optional())
    }

    @usableFromInline
    @MainActor
    func bind<Target: AnyObject, Value>(
        _ target: Target, _ property: __owned PropertyAccess<Target, Value>, to value: ThemeValue<Skin, Value>?
    ) throws(ManagerError) {
        if let value {
            let group = try group(of: value)
            callTargets { bindings.add(target, property, group) }
        } else if let key = property.key {
            callTargets { bindings.remove(target, .list(key)) }
        }
    }

    // MARK: Closures

    /// Binds what is no property: the closure is called at once, and at each change of the value.
    ///
    /// - Parameters:
    ///   - target: held weakly; the closure is handed it.
    ///   - name: tells several closures of one object; another one of this name replaces it.
    ///   - value: `nil` ends the binding of that name.
    ///   - apply: is handed `nil` when a theme no longer sets what another has set, and when it is unbound; then it is to undo
    ///     what it did. It is not called as long as no theme sets the value.
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, to value: ThemeValue<Skin, Value>?,
        apply: @escaping @MainActor (Target, Value?) -> Void
    ) throws(ManagerError) {
        guard let value else { return unbind(target, as: name) }
        let group = try group(of: value)
        callTargets { bindings.add(target, name, group, apply) }
    }

    /// Binds a property of a control in all its states in one call.
    ///
    /// ```swift
    /// try manager.bind(
    ///     button, as: "titleColour", states: .colours("Button.ThemeMode_Button_NavBarRight.titleColor"),
    ///     get: { $0.titleColour(for: $1) }, set: { $0.setTitleColour($2, for: $1) })
    /// ```
    ///
    /// A state that a theme does not set keeps, or gets back, what the control has of its own.
    @MainActor
    public func bind<Target: AnyObject, Value>(
        _ target: Target, as name: String, states values: ThemeValue<Skin, [ControlState: Value]>?,
        get: @escaping @MainActor (Target, ControlState) -> Value,
        set: @escaping @MainActor (Target, ControlState, Value) -> Void
    ) throws(ManagerError) {
        var own: [ControlState: Value] = [:]
        try bind(target, as: name, to: values) { target, values in
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
    }

    // MARK: Unbinding

    /// Ends a binding; the property gets back what it was.
    @MainActor
    public func unbind<Target: AnyObject, Value>(
        _ target: Target, _ property: ReferenceWritableKeyPath<Target, Value>
    ) {
        callTargets { bindings.remove(target, .list(.property(property))) }
    }

    /// Ends the binding of a closure, which is called with `nil` if it has had a value.
    @MainActor
    public func unbind(_ target: AnyObject, as name: String) {
        callTargets { bindings.remove(target, .named(name)) }
    }

    /// Ends all bindings of an object, and its callback.
    @MainActor
    public func unbind(_ target: AnyObject) { callTargets { bindings.remove(target) } }

    /// How many bindings there are, those among them whose targets have died a moment ago.
    @MainActor public var bindingCount: Int { bindings.count }

    // MARK: Visibility

    /// Says that an object is not to be seen: what it is bound to now is not told of changes until ``show(_:)``.
    @MainActor
    public func hide(_ target: AnyObject) { bindings.hide(target) }

    /// Says that an object is to be seen again, and brings it up to date.
    @MainActor
    public func show(_ target: AnyObject) { callTargets { bindings.show(target) } }

    /// Brings everything that is bound up to date with the theme in force, also where no value has changed: for objects whose
    /// properties were set by others meanwhile.
    @MainActor
    public func applyAll() { callTargets { bindings.applyAll() } }
}
