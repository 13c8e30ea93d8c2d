import CalendarModel
import CalendarStore

/// A calendar that the service has opened for this program.
struct OpenedCalendar {
  let uid: String
  /// The name on the bus of the process that holds it.
  let owner: String
  let path: String
  var viewPath = ""
  var isWritable = false
  var isOnline = true
  /// Whether the server answered the last request.
  private(set) var isReachable = true
  /// The server's words about the error with which it answered the last request.
  private(set) var serverError: String?
  /// Whether the server was connected since the calendar was opened.
  var hasConnected = false
  /// The service's words about the last error in the background, until the server answers without one.
  private(set) var backgroundError: String?
  /// The number of errors in the background.
  private(set) var backgroundErrorCount = 0
  /// The definitions of time zones that were asked for; nil for those that the service does not know.
  var zones: [String: [UInt8]?] = [:]
  /// What this program wrote, by UID.
  var written: [ByteString: WrittenText] = [:]
  /// What this program wrote lately, by UID.
  var recent: [ByteString: RecentWrite] = [:]
  /// The names of the objects whose names are not derived from their UIDs.
  private var names: [ByteString: ByteString] = [:]
  private var uids: [ByteString: ByteString] = [:]

  init(uid: String, owner: String, path: String) {
    (self.uid, self.owner, self.path) = (uid, owner, path)
  }

  var id: CalendarID { CalendarID(CalendarSource.keyPrefix + uid) }

  func method(_ name: String, interface: String = ServiceNames.calendar) -> BusConnection.Method {
    BusConnection.Method(destination: owner, path: path, interface: interface, name: name)
  }

  func viewMethod(_ name: String) -> BusConnection.Method {
    BusConnection.Method(destination: owner, path: viewPath, interface: ServiceNames.view, name: name)
  }

  mutating func serverAnswered() { (isReachable, serverError, backgroundError) = (true, nil, nil) }

  mutating func recordBackgroundError(_ words: String) {
    backgroundError = words
    backgroundErrorCount += 1
  }

  /// - Parameter words: the server's words about an error of its own; nil if it cannot be reached.
  mutating func serverFailed(_ words: String?) { (isReachable, serverError) = (false, words) }

  // MARK: Names of objects

  private static let suffix: ByteString = ".ics"

  func name(of uid: ByteString) -> ByteString {
    names[uid] ?? ByteString(bytes: uid.bytes + OpenedCalendar.suffix.bytes)
  }

  func uid(of name: ByteString) -> ByteString {
    if let uid = uids[name] { return uid }
    guard name.hasSuffix(OpenedCalendar.suffix) else { return name }
    return ByteString(bytes: name.bytes.dropLast(OpenedCalendar.suffix.bytes.count))
  }

  /// Keeps the name under which the store created an object.
  mutating func setName(_ name: ByteString, of uid: ByteString) {
    guard self.name(of: uid) != name else { return }
    (names[uid], uids[name]) = (name, uid)
  }

  /// Takes over what has to outlive a restart of the service.
  mutating func inherit(_ old: OpenedCalendar) {
    (names, uids, written, recent) = (old.names, old.uids, old.written, old.recent)
  }

  // MARK: Texts

  /// Returns the text to show for an object: the one that this program wrote, if the service changed nothing
  /// that matters, so that undo finds the bytes that it knows.
  mutating func text(of object: ServiceObject) -> [UInt8] {
    let version = object.version
    if var known = written[object.uid] {
      if known.version == version { return known.bytes }
      if known.form == StoredForm(object) {
        known.version = version
        written[object.uid] = known
        return known.bytes
      }
      // The object was changed by someone else.
      written[object.uid] = nil
    }
    return object.document { zone in
      OpenedCalendar.isSystemZone(zone) ? nil : zones[zone] ?? nil
    }
  }

  /// Whether the system knows a time zone. The service's definition of such a zone has thousands of bytes and
  /// says nothing new, so it is not repeated in each object.
  static func isSystemZone(_ name: String) -> Bool { SystemZones.shared.zone(named: name) != nil }

  mutating func stored(_ object: ServiceObject) -> StoredObject {
    StoredObject(
      name: name(of: object.uid), bytes: text(of: object), version: ObjectVersion(object.version))
  }
}

/// A write that the service has confirmed, but may not have saved: it saves calendars on this computer in an
/// idle moment.
struct RecentWrite {
  /// How long the service may take to save, even with a large calendar on a busy computer.
  static let age = Duration.seconds(60)

  /// The text that was written; nil if the object was removed.
  let bytes: [UInt8]?
  /// The version that the service confirmed; nil if the object was removed.
  let version: ObjectVersion?
  /// The versions before this write and the recent ones before it; nil stands for an object that did not exist.
  var earlier: Set<ObjectVersion?>
  let time: ContinuousClock.Instant
}

/// A text that this program wrote.
struct WrittenText {
  let bytes: [UInt8]
  let form: StoredForm
  /// The version of the object that has this text; nil before the service confirmed it.
  var version: ServiceVersion?
}
