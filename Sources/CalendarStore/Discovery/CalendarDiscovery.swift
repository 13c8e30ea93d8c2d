import CGLib
import CalendarModel
import Glibc

/// Finds the calendars in the configuration of khal and vdirsyncer.
struct CalendarDiscovery: Sendable {
  /// The maximum size of a configuration file in bytes.
  private static let sizeLimit = 1 << 20
  /// The maximum number of calendars that are returned, and of names that are read from a folder.
  private static let countLimit = 1_000

  let loader: CalendarLoader
  let expansion: PathExpansion

  /// Returns the calendars whose folders exist. A folder that both programs use is returned once.
  func calendars() -> [DiscoveredCalendar] {
    var calendars: [DiscoveredCalendar] = []
    var ids: Set<CalendarID> = []
    for calendar in khalCalendars() + vdirsyncerCalendars() {
      let isNew = ids.insert(CalendarID(calendar.path)).inserted
      if isNew, calendars.count < Self.countLimit { calendars.append(calendar) }
    }
    return calendars
  }

  // MARK: khal

  private func khalCalendars() -> [DiscoveredCalendar] {
    let path = configurationFolders.map { "\($0)/khal/config" }.first(where: loader.files.exists)
    guard let path, let text = text(path) else { return [] }
    return KhalConfiguration(text).calendars.flatMap { calendar in
      let expandedPath = expansion.expandingHome(expansion.expandingVariables(calendar.path))
      guard expandedPath.isAbsolutePath else { return [DiscoveredCalendar]() }
      guard calendar.isPattern else {
        let discoveredCalendar = discover(
          .khal, expandedPath, name: calendar.name, color: calendar.color, prefersFolderColor: false)
        return discoveredCalendar.map { [$0] } ?? []
      }
      return matches(expandedPath).compactMap { path in
        discover(.khal, path, name: nil, color: calendar.color, prefersFolderColor: true)
      }
    }
  }

  /// The folders for configuration files (XDG base directories), in the order in which they are searched.
  private var configurationFolders: [String] {
    let userFolder = variable("XDG_CONFIG_HOME") ?? expansion.expandingHome("~/.config")
    let folders = (variable("XDG_CONFIG_DIRS") ?? "/etc/xdg").unicodeScalars.split(separator: ":")
    return [userFolder] + folders.map { String($0) }
  }

  /// Returns the paths that match a pattern.
  private func matches(_ pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    // Python's patterns have no escapes.
    guard glob(pattern, GLOB_NOESCAPE, nil, &result) == 0 else { return [] }
    return (0..<Int(result.gl_pathc)).compactMap { result.gl_pathv[$0].map { String(cString: $0) } }
  }

  // MARK: vdirsyncer

  private func vdirsyncerCalendars() -> [DiscoveredCalendar] {
    guard let path = vdirsyncerConfigurationPath, let text = text(path) else { return [] }
    return VdirsyncerConfiguration(text).folders.flatMap { folder -> [DiscoveredCalendar] in
      switch folder {
      case .calendar(let path):
        let path = expansion.expandingHome(path.text)
        let discoveredCalendar = discover(.vdirsyncer, path, name: nil, color: nil, prefersFolderColor: true)
        return discoveredCalendar.map { [$0] } ?? []
      case .collections(let path):
        let path = expansion.expandingHome(path.text).withoutTrailingSlashes
        return visibleNames(in: path).compactMap {
          discover(.vdirsyncer, "\(path)/\($0)", name: nil, color: nil, prefersFolderColor: true)
        }
      }
    }
  }

  private var vdirsyncerConfigurationPath: String? {
    if let path = expansion.variables["VDIRSYNCER_CONFIG"] { return path }
    let userPath = expansion.expandingHome("~/.vdirsyncer/config")
    if loader.files.exists(userPath) { return userPath }
    let folder = expansion.variables["XDG_CONFIG_HOME"] ?? expansion.expandingHome("~/.config")
    return "\(folder)/vdirsyncer/config"
  }

  /// Returns the sorted names of the items in a folder, except hidden ones.
  private func visibleNames(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let name = nextName(in: folder), names.count < Self.countLimit {
      if !name.hasPrefix(".") { names.append(name.text) }
    }
    return names.sorted()
  }

  // MARK: Both programs

  private func variable(_ name: String) -> String? {
    expansion.variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func text(_ path: String) -> String? {
    guard case .file(let filePath)? = try? loader.files.kind(of: path),
      let contents = try? loader.files.read(filePath, limit: Self.sizeLimit)
    else { return nil }
    return String(decoding: contents.bytes, as: UTF8.self)
  }

  /// Returns the calendar in a folder; nil if there is no such folder.
  ///
  /// - Parameter prefersFolderColor: whether the folder's color takes precedence over `color`.
  private func discover(
    _ program: DiscoveredCalendar.Program, _ path: String, name: String?, color: EventColor?,
    prefersFolderColor: Bool
  ) -> DiscoveredCalendar? {
    let path = normalized(path)
    guard path.isAbsolutePath, case .folder? = try? loader.files.kind(of: path) else { return nil }
    var calendar = OpenCalendar(id: CalendarID(path), hasSeparateObjects: true)
    loader.refreshMetadata(of: &calendar)
    let folder = CalendarLocation.path(path).lastPathComponent
    return DiscoveredCalendar(
      program: program, path: path, name: calendar.name ?? name ?? folder,
      color: prefersFolderColor ? calendar.color ?? color : color ?? calendar.color)
  }

  /// Returns a path without `.` and empty components.
  private func normalized(_ path: String) -> String {
    let names = path.unicodeScalars.split(separator: "/").map { String($0) }.filter { $0 != "." }
    return (path.isAbsolutePath ? "/" : "") + names.joined(separator: "/")
  }
}

extension String {
  fileprivate var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}

extension PathExpansion {
  /// An expansion that uses the environment and the users of this computer.
  static var system: PathExpansion {
    var variables: [String: String] = [:]
    let environment = g_get_environ()
    defer { g_strfreev(environment) }
    var position = environment
    while let text = position?.pointee {
      let parts = String(cString: text).unicodeScalars.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      position = position?.advanced(by: 1)
    }
    let home = variables["HOME"]
    return PathExpansion(variables: variables) { user in
      if user.isEmpty, let home { return home }
      let account = user.isEmpty ? getpwuid(getuid()) : getpwnam(user)
      return account.map { String(cString: $0.pointee.pw_dir) }
    }
  }
}

extension CalendarStore {
  /// Returns the calendars in the configuration of khal and vdirsyncer whose folders exist. A folder that does
  /// not respond delays the result, but nothing else.
  package nonisolated func discoverCalendars() async -> [DiscoveredCalendar] {
    let loader = fileBackend.loader
    return await withCheckedContinuation { continuation in
      let call = GuardedCall { _ in CalendarDiscovery(loader: loader, expansion: .system).calendars() }
      let answer = call.answer(timeout: 0) { continuation.resume(returning: $0) }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
