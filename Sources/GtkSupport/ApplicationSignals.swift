import CGtk

// GActions, and GApplication's signals for the command line and for opening files.

/// Adds a GAction with the given name and no parameter to an action map.
@MainActor @discardableResult
package func addAction(
  to map: OpaquePointer, _ name: String, _ handler: @escaping @MainActor () -> Void
) -> OpaquePointer {
  let action = nonNull(g_simple_action_new(name, nil))
  connectActivation(of: action, handler)
  hand(action, to: map)
  return action
}

/// Adds a GAction with a string parameter to an action map.
@MainActor @discardableResult
package func addAction(
  to map: OpaquePointer, _ name: String, text handler: @escaping @MainActor (String) -> Void
) -> OpaquePointer {
  let type = g_variant_type_new("s")
  defer { g_variant_type_free(type) }
  let action = nonNull(g_simple_action_new(name, type))
  connectTextActivation(of: action, handler)
  hand(action, to: map)
  return action
}

/// Adds a GAction whose parameter is a tuple of strings to an action map.
@MainActor @discardableResult
package func addAction(
  to map: OpaquePointer, _ name: String, texts count: Int,
  _ handler: @escaping @MainActor ([String]) -> Void
) -> OpaquePointer {
  let type = g_variant_type_new("(\(String(repeating: "s", count: count)))")
  defer { g_variant_type_free(type) }
  let action = nonNull(g_simple_action_new(name, type))
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, parameter, data in
    var texts: [String] = []
    for index in 0..<(parameter.map { g_variant_n_children($0) } ?? 0) {
      guard let text = parameter.flatMap({ g_variant_get_child_value($0, index) }) else { continue }
      texts.append(g_variant_get_string(text, nil).map { String(cString: $0) } ?? "")
      g_variant_unref(text)
    }
    MainActor.assumeIsolated { [texts] in boxedHandler(data, (@MainActor ([String]) -> Void).self)?(texts) }
  }
  _ = connect(action, "activate", handler, trampoline)
  hand(action, to: map)
  return action
}

/// Adds a GAction with an on/off state to an action map. Activating it only calls the handler, which decides whether
/// the state changes; `setToggle` changes it.
@MainActor @discardableResult
package func addToggle(
  to map: OpaquePointer, _ name: String, isOn: Bool = false, _ handler: @escaping @MainActor () -> Void
) -> OpaquePointer {
  let action = nonNull(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn.gboolean)))
  connectActivation(of: action, handler)
  hand(action, to: map)
  return action
}

/// Sets the state of an action that is on or off.
@MainActor
package func setToggle(_ action: OpaquePointer, _ isOn: Bool) {
  g_simple_action_set_state(action, g_variant_new_boolean(isOn.gboolean))
}

/// Adds a stateful GAction with one of several string values to an action map, for the radio items of a menu.
@MainActor @discardableResult
package func addChoice(
  to map: OpaquePointer, _ name: String, chosen: String, _ handler: @escaping @MainActor (String) -> Void
) -> OpaquePointer {
  let type = g_variant_type_new("s")
  defer { g_variant_type_free(type) }
  let action = nonNull(g_simple_action_new_stateful(name, type, g_variant_new_string(chosen)))
  connectTextActivation(of: action, handler)
  hand(action, to: map)
  return action
}

/// Adds an action to a map, which then owns it.
private func hand(_ action: OpaquePointer, to map: OpaquePointer) {
  g_action_map_add_action(map, action)
  g_object_unref(UnsafeMutableRawPointer(action))
}

@MainActor
private func connectActivation(of action: OpaquePointer, _ handler: @escaping @MainActor () -> Void) {
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, _, data in
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor () -> Void).self)?() }
  }
  _ = connect(action, "activate", handler, trampoline)
}

@MainActor
private func connectTextActivation(
  of action: OpaquePointer, _ handler: @escaping @MainActor (String) -> Void
) {
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, parameter, data in
    let text = parameter.flatMap { g_variant_get_string($0, nil) }.map { String(cString: $0) } ?? ""
    MainActor.assumeIsolated { boxedHandler(data, (@MainActor (String) -> Void).self)?(text) }
  }
  _ = connect(action, "activate", handler, trampoline)
}

/// Connects to GApplication's `command-line`. The handler receives the arguments, starting with the program's
/// name, and returns the exit status.
@MainActor @discardableResult
package func onCommandLine(
  _ application: OpaquePointer, _ handler: @escaping @MainActor ([String]) -> Int32
) -> gulong {
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gint = { _, line, data in
    var arguments: [String] = []
    var count: gint = 0
    if let line,
      let list = g_application_command_line_get_arguments(line.as(GApplicationCommandLine.self), &count)
    {
      for index in 0..<Int(count) { arguments.append(list[index].map { String(cString: $0) } ?? "") }
      g_strfreev(list)
    }
    return MainActor.assumeIsolated { [arguments] in
      boxedHandler(data, (@MainActor ([String]) -> Int32).self)?(arguments) ?? 0
    }
  }
  return connect(application, "command-line", handler, trampoline)
}

/// Connects to GApplication's `open`. The handler receives the path of each local file, and the URI of any other file.
@MainActor @discardableResult
package func onOpen(_ application: OpaquePointer, _ handler: @escaping @MainActor ([String]) -> Void)
  -> gulong
{
  let trampoline:
    @convention(c) (
      gpointer?, UnsafeMutablePointer<OpaquePointer?>?, gint, UnsafePointer<CChar>?, gpointer?
    ) -> Void = { _, files, count, _, data in
      let paths = (0..<Int(count)).compactMap { index in
        files?[index].flatMap { takeString(g_file_get_path($0)) ?? takeString(g_file_get_uri($0)) }
      }
      MainActor.assumeIsolated { boxedHandler(data, (@MainActor ([String]) -> Void).self)?(paths) }
    }
  return connect(application, "open", handler, trampoline)
}
