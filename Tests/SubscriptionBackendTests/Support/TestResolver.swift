import CSoup

/// Resolves two names for the tests: `outside.test` is 127.0.0.1 and `inside.test` is 127.0.0.2. All other names are
/// looked up as usual.
enum TestResolver {
  static func install() { installed }

  private static let installed: Void = {
    let type = g_type_register_static_simple(
      g_resolver_get_type(), "HandspanTestResolver", guint(MemoryLayout<GResolverClass>.size),
      initializeClass,
      guint(MemoryLayout<GResolver>.size), nil, GTypeFlags(rawValue: 0))
    original = g_resolver_get_default()
    guard let resolver = g_object_new_with_properties(type, 0, nil, nil) else { return }
    resolver.withMemoryRebound(to: GResolver.self, capacity: 1) { g_resolver_set_default($0) }
  }()

  nonisolated(unsafe) private static var original: UnsafeMutablePointer<GResolver>?

  private static func address(of name: UnsafePointer<CChar>?) -> String? {
    ["outside.test": "127.0.0.1", "inside.test": "127.0.0.2"][name.map { String(cString: $0) } ?? ""]
  }

  private static let initializeClass: GClassInitFunc = { pointer, _ in
    guard let pointer else { return }
    let resolverClass = pointer.assumingMemoryBound(to: GResolverClass.self)
    resolverClass.pointee.lookup_by_name_with_flags_async = {
      resolver, name, flags, cancellable, callback, data in
      guard let address = TestResolver.address(of: name) else {
        g_resolver_lookup_by_name_with_flags_async(
          TestResolver.original, name, flags, cancellable, callback, data)
        return
      }
      let task = g_task_new(resolver.map { UnsafeMutableRawPointer($0) }, cancellable, callback, data)
      defer { g_object_unref(task.map { UnsafeMutableRawPointer($0) }) }
      if flags.rawValue & G_RESOLVER_NAME_LOOKUP_FLAGS_IPV6_ONLY.rawValue != 0 {
        g_task_return_error(
          task, g_error_new_literal(csoup_resolver_error(), gint(G_RESOLVER_ERROR_NOT_FOUND.rawValue), "none")
        )
      } else {
        let list = g_list_append(
          nil, g_inet_address_new_from_string(address).map { UnsafeMutableRawPointer($0) })
        g_task_return_pointer(task, list.map { UnsafeMutableRawPointer($0) }, nil)
      }
    }
    resolverClass.pointee.lookup_by_name_with_flags_finish = { _, result, error in
      g_task_propagate_pointer(result, error)?.assumingMemoryBound(to: GList.self)
    }
  }
}
