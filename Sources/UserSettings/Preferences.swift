import CGLib
import CalendarModel
import Glibc

/// The user's preferences and the window's state, stored in GSettings.
///
/// If no schema is installed (for example in a build without glib-compile-schemas), the defaults apply and
/// nothing is saved.
@MainActor
package final class Preferences {
  /// A key of the schema, with a fallback for builds without the schema.
  package struct Key<Value: Sendable>: Sendable {
    package let name: String
    package let fallback: Value
  }

  package static let windowWidth = Key(name: "window-width", fallback: Int32(1056))
  package static let windowHeight = Key(name: "window-height", fallback: Int32(720))
  package static let isMaximized = Key(name: "window-maximized", fallback: false)
  /// The zoom in px per hour; 0 for the default, which depends on the text size.
  package static let pixelsPerHour = Key(name: "pixels-per-hour", fallback: 0.0)
  /// The paths of the calendars that were open last time.
  package static let lastOpened = Key(name: "last-opened", fallback: [String]())
  /// The key of the calendar that was last used for a new event; empty for none.
  package static let lastCalendar = Key(name: "last-calendar", fallback: "")
  /// The colors of calendars that have none of their own; see `CalendarColors.settings`.
  package static let calendarColors = Key(name: "calendar-colors", fallback: [String]())
  /// The names that the user chose for calendars that cannot store them; see `ChosenProperties.nameSettings`.
  package static let chosenNames = Key(name: "chosen-names", fallback: [String]())
  /// The colors that the user chose for calendars that cannot store them; see
  /// `ChosenProperties.colorSettings`.
  package static let chosenColors = Key(name: "chosen-colors", fallback: [String]())
  /// The keys of the hidden calendars.
  package static let hiddenCalendars = Key(name: "hidden-calendars", fallback: [String]())
  /// The paths of other programs' calendars that the user has dismissed, so that they are no longer offered.
  package static let dismissedCalendars = Key(name: "dismissed-calendars", fallback: [String]())
  /// The keys of all account calendars that have ever been listed.
  package static let knownListedCalendars = Key(name: "known-account-calendars", fallback: [String]())
  /// The user's email addresses, apart from those of accounts.
  package static let myAddresses = Key(name: "my-addresses", fallback: [String]())
  /// Whether to show the sidebar beside the timeline if there is enough space.
  package static let showsSidebar = Key(name: "show-sidebar", fallback: false)
  /// Whether the mouse button has to be held for a moment to lift an event.
  package static let holdToDrag = Key(name: "hold-to-drag", fallback: false)
  /// The start of the working hours, in minutes since midnight.
  package static let workingHoursStart = Key(name: "working-hours-start", fallback: Int32(9 * 60))
  /// The end of the working hours, in minutes since midnight.
  package static let workingHoursEnd = Key(name: "working-hours-end", fallback: Int32(17 * 60))
  /// Whether handspan-agent shows reminders from login on.
  package static let ringsWhileClosed = Key(name: "reminders-while-closed", fallback: false)
  /// Whether the user has answered the question if reminders should be shown.
  package static let hasAnsweredReminders = Key(name: "reminders-answered", fallback: false)
  /// The word of a `Snooze`.
  package static let reminderSnooze = Key(name: "reminder-snooze", fallback: "15")
  /// The minutes before the start at which new events remind; "none" for no reminder.
  package static let defaultReminder = Key(name: "default-reminder", fallback: "none")
  /// The days before the first day on which new all-day events remind; "none" for no reminder.
  package static let defaultAllDayReminder = Key(name: "default-all-day-reminder", fallback: "none")
  package static let reminderSound = Key(name: "reminder-sound", fallback: true)
  /// When the reminders of all-day events ring that would ring at midnight, in minutes since midnight.
  package static let allDayReminderTime = Key(name: "all-day-reminder-time", fallback: Int32(9 * 60))
  /// Whether the reminders of accounts are shown if no other program shows them.
  package static let accountsRing = Key(name: "accounts-ring", fallback: true)
  package static let hiddenCalendarsRing = Key(name: "hidden-calendars-ring", fallback: true)

  /// The raw value of a `ViewKind`.
  package static let view = Key(name: "view", fallback: defaultView.rawValue)
  package static let defaultView = ViewKind.week
  package static let showsWeekNumbers = Key(name: "week-numbers", fallback: false)
  /// The identifier of a time zone; empty for none.
  package static let secondZone = Key(name: "second-zone", fallback: "")
  /// The English name of a weekday in lower case, or "locale" for the first day of the week in the locale.
  package static let firstWeekday = Key(name: "first-weekday", fallback: "locale")
  /// The English names of weekdays in lower case.
  package static let workdays = Key(
    name: "workdays", fallback: ["monday", "tuesday", "wednesday", "thursday", "friday"])

  /// The stored values; nil without a schema.
  package let settings: OpaquePointer?
  private var typedSettings: UnsafeMutablePointer<GSettings>? { settings.map { UnsafeMutablePointer($0) } }

  /// - Parameter file: the path of a key file to use instead of the user's settings, for tests.
  package init(file: String? = nil) {
    settings = Preferences.findSchema().flatMap { schema in
      // The settings object retains the schema and the backend.
      defer { g_settings_schema_unref(schema) }
      let backend = file.flatMap { g_keyfile_settings_backend_new($0, "/", nil) }
      defer { backend.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
      return OpaquePointer(g_settings_new_full(schema, backend, nil))
    }
  }

  /// Whether the values are still there when the program is started again. Without dconf, GLib may keep them in memory only.
  package var arePersistent: Bool {
    guard let settings else { return false }
    var backend = GValue()
    g_value_init(&backend, g_settings_backend_get_type())
    defer { g_value_unset(&backend) }
    g_object_get_property(UnsafeMutablePointer(settings), "backend", &backend)
    guard let instance = g_value_get_object(&backend) else { return false }
    return g_type_from_name("GMemorySettingsBackend") == 0
      || g_type_check_instance_is_a(
        instance.assumingMemoryBound(to: GTypeInstance.self), g_type_from_name("GMemorySettingsBackend")) == 0
  }

  /// Binds a key to a property of an object, in both directions.
  package func bind<Value>(_ key: Key<Value>, to object: OpaquePointer, _ property: String) {
    guard let settings = typedSettings else { return }
    g_settings_bind(settings, key.name, UnsafeMutableRawPointer(object), property, G_SETTINGS_BIND_DEFAULT)
  }

  /// Calls `handler` whenever the value of a key changes, even if another program changes it.
  package func onChange<Value>(_ key: Key<Value>, _ handler: @escaping @MainActor () -> Void) {
    guard let settings = typedSettings else { return }
    let callback:
      @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void = {
        _, _, data in
        MainActor.assumeIsolated {
          data.map { Unmanaged<ChangeHandler>.fromOpaque($0).takeUnretainedValue().call() }
        }
      }
    g_signal_connect_data(
      UnsafeMutableRawPointer(settings), "changed::" + key.name,
      unsafeBitCast(callback, to: GCallback.self), Unmanaged.passRetained(ChangeHandler(handler)).toOpaque(),
      { data, _ in data.map { Unmanaged<ChangeHandler>.fromOpaque($0).release() } },
      GConnectFlags(rawValue: 0))
  }

  /// A handler of `onChange`, which its connection retains.
  private final class ChangeHandler: Sendable {
    let call: @MainActor @Sendable () -> Void
    init(_ call: @escaping @MainActor @Sendable () -> Void) { self.call = call }
  }

  /// Whether the user has chosen a value for a key.
  package func isSet<Value>(_ key: Key<Value>) -> Bool {
    guard let value = typedSettings.flatMap({ g_settings_get_user_value($0, key.name) }) else { return false }
    g_variant_unref(value)
    return true
  }

  package subscript(key: Key<Bool>) -> Bool {
    get { typedSettings.map { g_settings_get_boolean($0, key.name) != 0 } ?? key.fallback }
    set { typedSettings.map { _ = g_settings_set_boolean($0, key.name, newValue ? 1 : 0) } }
  }

  package subscript(key: Key<Int32>) -> Int32 {
    get { typedSettings.map { g_settings_get_int($0, key.name) } ?? key.fallback }
    set { typedSettings.map { _ = g_settings_set_int($0, key.name, newValue) } }
  }

  package subscript(key: Key<String>) -> String {
    get {
      typedSettings.flatMap { takeString(g_settings_get_string($0, key.name)) } ?? key.fallback
    }
    set { typedSettings.map { _ = g_settings_set_string($0, key.name, newValue) } }
  }

  package subscript(key: Key<Double>) -> Double {
    get { typedSettings.map { g_settings_get_double($0, key.name) } ?? key.fallback }
    set { typedSettings.map { _ = g_settings_set_double($0, key.name, newValue) } }
  }

  package subscript(key: Key<[String]>) -> [String] {
    get {
      guard let settings = typedSettings, let list = g_settings_get_strv(settings, key.name) else {
        return key.fallback
      }
      defer { g_strfreev(list) }
      var result: [String] = []
      var item = list
      while let text = item.pointee {
        result.append(String(cString: text))
        item += 1
      }
      return result
    }
    set {
      guard let settings = typedSettings else { return }
      withCStrings(newValue) { _ = g_settings_set_strv(settings, key.name, $0) }
    }
  }

  // MARK: Finding the schema

  private static func findSchema() -> OpaquePointer? {
    if let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, applicationID, 1)
    {
      return schema
    }
    for folder in [DataFiles.shareFolder + "/glib-2.0/schemas", compileSourceSchema()].compactMap({ $0 }) {
      guard
        let source = g_settings_schema_source_new_from_directory(
          folder, g_settings_schema_source_get_default(), 0, nil)
      else { continue }
      defer { g_settings_schema_source_unref(source) }
      if let schema = g_settings_schema_source_lookup(source, applicationID, 0) { return schema }
    }
    return nil
  }

  /// Compiles the schema of the source tree into the user's cache folder, once for each version of the
  /// schema. This makes the settings available to a binary that is not installed.
  private static func compileSourceSchema() -> String? {
    guard let data = DataFiles.sourceDataFolder else { return nil }
    var attributes = stat()
    guard stat("\(data)/\(applicationID).gschema.xml", &attributes) == 0 else { return nil }
    let cache = "\(String(cString: g_get_user_cache_dir()))/handspan/schemas-\(attributes.st_mtim.tv_sec)"
    if DataFiles.exists(cache + "/gschemas.compiled") { return cache }
    guard g_mkdir_with_parents(cache, 0o755) == 0,
      let tool = takeString(g_find_program_in_path("glib-compile-schemas")),
      let compiler = withCStrings(
        [tool, "--targetdir=" + cache, data],
        { g_subprocess_newv($0, GSubprocessFlags(rawValue: 0), nil) })
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(compiler)) }
    return g_subprocess_wait_check(compiler, nil, nil) != 0 ? cache : nil
  }
}
