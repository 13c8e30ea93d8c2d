import CGLib
import CalendarModel

/// The sources that Evolution Data Server lists: calendars, and the accounts that contain them.
///
/// Sources are added, changed and removed as the service reports. Everything that is derived from them, such as
/// the name of an account, is computed when the calendars are listed, because a source may be reported before
/// its account.
struct SourceCatalog: Sendable {
  /// A source as the service reports it.
  struct Record: Hashable, Sendable {
    var uid: String
    var data: KeyFile
    var connection: ConnectionStatus
    /// The server's message about the error that prevented a connection.
    var connectionError: String?
    /// Whether it can be changed.
    var isEditable: Bool
  }

  /// The sources by their object paths.
  private var records: [String: Record] = [:]
  /// The identifier of the source whose calendar is the default for new events.
  var defaultUID: String?
  /// The user's languages for names, the preferred one first.
  let languages: [String]

  init(languages: [String] = []) { self.languages = languages }

  mutating func removeAll() { records = [:] }

  mutating func add(_ record: Record, at path: String) { records[path] = record }

  mutating func remove(at path: String) { records[path] = nil }

  /// Changes the description of a source. A source that is not listed is ignored.
  mutating func update(at path: String, data: String) { records[path]?.data = KeyFile(data) }

  /// Changes the state of a source's connection. A source that is not listed is ignored.
  ///
  /// - Parameter error: the server's message about the error that prevented a connection. An earlier error is kept
  ///   during the next attempt.
  mutating func update(at path: String, connection: ConnectionStatus, error: String? = nil) {
    records[path]?.connection = connection
    if connection != .connecting { records[path]?.connectionError = error }
  }

  /// Returns the state of a source's connection; nil if the source is not listed.
  func connection(at path: String) -> ConnectionStatus? { records[path]?.connection }

  /// Returns the identifier of a source; nil if the source is not listed.
  func uid(at path: String) -> String? { records[path]?.uid }

  /// The identifiers of all sources.
  var uids: Set<String> { Set(records.values.map(\.uid)) }

  /// The object paths of the remote calendars that are disconnected or waiting for credentials, with their
  /// connection states.
  var unreachableCalendars: [String: ConnectionStatus] {
    records.compactMapValues { record in
      guard let backendName = record.data.string("BackendName", in: "Calendar"),
        CalendarSource.isRemote(backendName)
      else { return nil }
      return record.connection.mayHaveFailed ? record.connection : nil
    }
  }

  /// The calendars, sorted by account and name. Those on this computer, which belong to no account, come first.
  var calendars: [CalendarSource] {
    var recordsByUID: [String: Record] = [:]
    for record in records.values { recordsByUID[record.uid] = record }
    return records.values.compactMap { calendar($0, in: recordsByUID) }.sorted {
      ($0.listedCalendar.account ?? "", $0.name, $0.uid) < ($1.listedCalendar.account ?? "", $1.name, $1.uid)
    }
  }

  private func calendar(_ record: Record, in recordsByUID: [String: Record]) -> CalendarSource? {
    let data = record.data
    guard let backendName = data.string("BackendName", in: "Calendar") else { return nil }
    let parent = data.string("Parent", in: "Data Source").flatMap { recordsByUID[$0] }
    return CalendarSource(
      uid: record.uid, name: name(of: record) ?? record.uid,
      color: data.string("Color", in: "Calendar").flatMap(SourceCatalog.color),
      account: parent.flatMap(name), backendName: backendName,
      isSelected: data.bool("Selected", in: "Calendar") ?? true,
      isEnabled: isEnabled(record, in: recordsByUID), isEditable: record.isEditable,
      connection: record.connection,
      connectionError: record.connectionError,
      userAddresses: userAddresses(record, parent).union(mailAddresses),
      hasReminders: data.bool("IncludeMe", in: "Alarms") ?? true,
      file: data.string("CustomFile", in: "Local Backend").flatMap(SourceCatalog.path),
      isDefault: record.uid == defaultUID)
  }

  /// Returns the user's addresses in a calendar: those of the source and of its account, and the user names if they are
  /// addresses.
  private func userAddresses(_ record: Record, _ parent: Record?) -> Set<String> {
    let addresses = [
      record.data.string("EmailAddress", in: "WebDAV Backend"),
      record.data.string("User", in: "Authentication"),
      parent?.data.string("Identity", in: "Collection"),
      parent?.data.string("User", in: "Authentication"),
    ]
    return Set(addresses.compactMap(\.self).filter { $0.contains("@") })
  }

  /// The addresses from which the user sends mail, with their aliases. Each is the user's in every calendar.
  private var mailAddresses: Set<String> {
    let identities = records.values.filter { $0.data.bool("Enabled", in: "Data Source") != false }
    return Set(
      identities.flatMap { record in
        [record.data.string("Address", in: "Mail Identity")].compactMap(\.self)
          + MailAddresses.addresses(in: record.data.string("Aliases", in: "Mail Identity") ?? "")
      }.filter { $0.contains("@") })
  }

  /// Returns the path of a file, which is written as a URI, and was once a path.
  private static func path(_ file: String) -> String? {
    guard let object = g_file_new_for_commandline_arg(file) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(object)) }
    guard let path = g_file_get_path(object) else { return nil }
    defer { g_free(path) }
    return String(cString: path)
  }

  private func name(of record: Record) -> String? {
    // The owner of a shared calendar may have chosen a name of several lines.
    record.data.string("DisplayName", in: "Data Source", languages: languages)?.asCalendarName
  }

  /// Returns whether a source, its account and everything that contains them are switched on.
  private func isEnabled(_ record: Record, in recordsByUID: [String: Record]) -> Bool {
    var container: Record? = record
    // A source that contains itself must not be followed forever.
    for _ in 0..<16 {
      guard let source = container else { return true }
      if source.data.bool("Enabled", in: "Data Source") == false { return false }
      if source.data.bool("CalendarEnabled", in: "Collection") == false { return false }
      container = source.data.string("Parent", in: "Data Source").flatMap { recordsByUID[$0] }
    }
    return true
  }

  /// Parses `#rrggbb`, or `#rrrrggggbbbb` as some programs write it.
  private static func color(_ text: String) -> EventColor? {
    let bytes = Array(text.utf8)
    guard bytes.count == 13, text.allSatisfy({ $0 == "#" || $0.isHexDigit }) else {
      return EventColor(hex: text)
    }
    return EventColor(hex: String(decoding: [0, 1, 2, 5, 6, 9, 10].map { bytes[$0] }, as: UTF8.self))
  }

  /// How the calendars in a list differ from those in an earlier one.
  struct Changes: Hashable, Sendable {
    var added: Set<String> = []
    var removed: Set<String> = []
    /// Those whose name or color has changed.
    var renamed: Set<String> = []
    /// Those whose connection status or error has changed, or that were switched on or off.
    var stateChanged: Set<String> = []

    init(from old: [CalendarSource], to new: [CalendarSource]) {
      let oldSources = Dictionary(old.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
      let newSources = Dictionary(new.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
      for (uid, source) in newSources {
        guard let oldSource = oldSources[uid] else {
          added.insert(uid)
          continue
        }
        if (oldSource.name, oldSource.color) != (source.name, source.color) { renamed.insert(uid) }
        if (oldSource.connection, oldSource.connectionError, oldSource.isEnabled)
          != (source.connection, source.connectionError, source.isEnabled)
        {
          stateChanged.insert(uid)
        }
      }
      for uid in oldSources.keys where newSources[uid] == nil { removed.insert(uid) }
    }
  }
}
