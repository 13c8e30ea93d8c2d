import CalendarDocument
import CalendarModel
import CalendarStore

/// A calendar that the service has opened for this program.
struct OpenedCalendar {
  let uid: String
  /// The D-Bus name of the process that holds it.
  let owner: String
  /// Its object path on the bus, which differs for each process that holds it.
  let path: String
  /// The object path of the view that reports changes to it.
  var viewPath = ""
  var isWritable = false
  var isOnline = true
  /// Whether the server answered the last request without an error.
  private(set) var isReachable = true
  /// The error message with which the server answered the last request.
  private(set) var serverError: String?
  /// Whether a connection to the server has been established since the calendar was opened, or since the connection was
  /// last lost.
  private(set) var hasConnected = false
  /// The service's message about the last error in the background, until the server answers without an error.
  private(set) var backgroundError: String?
  /// The number of errors in the background.
  private(set) var backgroundErrorCount = 0
  /// The definitions of the time zones requested so far; nil for those that the service does not know.
  var zones: [ByteString: [UInt8]?] = [:]
  /// The text that this program wrote for each object, by UID.
  var writtenTexts: [ByteString: WrittenText] = [:]
  /// The UIDs of the objects whose last write failed although the server may have carried it out, or may still do so. The
  /// service does not know what is on the server then, so that writing what it has is not the same as writing nothing.
  var unconfirmedWrites: Set<ByteString> = []
  /// The writes of this program that the service may not have saved, by UID.
  var recentWrites: [ByteString: RecentWrite] = [:]
  /// Whether the service is known to change the people of the objects that are written with DISABLE_ITIP_MESSAGE; see
  /// `ScheduleAgent`.
  var addsScheduleAgent = false
  /// The names of the objects whose names are not derived from their UIDs.
  private var names: [ByteString: ByteString] = [:]
  /// The UIDs of these objects, by their names.
  private var uids: [ByteString: ByteString] = [:]

  init(uid: String, owner: String, path: String) {
    (self.uid, self.owner, self.path) = (uid, owner, path)
  }

  var id: CalendarID { CalendarID(CalendarSource.keyPrefix + uid) }

  /// Returns a method of this calendar on the bus.
  func method(_ name: String, interface: String = ServiceNames.calendar) -> BusConnection.Method {
    BusConnection.Method(destination: owner, path: path, interface: interface, name: name)
  }

  /// Returns a method of the view that reports changes to this calendar.
  func viewMethod(_ name: String) -> BusConnection.Method {
    BusConnection.Method(destination: owner, path: viewPath, interface: ServiceNames.view, name: name)
  }

  mutating func recordServerAnswer() { (isReachable, serverError, backgroundError) = (true, nil, nil) }

  /// Records the status of the connection to the server. `connecting` changes nothing, because a connected calendar
  /// also has this status while it is being refreshed.
  mutating func recordConnection(_ status: ConnectionStatus) {
    switch status {
    case .connected: hasConnected = true
    // The service would queue writes until it is connected again, and might then drop them.
    case .disconnected, .awaitingCredentials, .sslFailed: hasConnected = false
    case .connecting: break
    }
  }

  mutating func recordBackgroundError(_ message: String) {
    backgroundError = message
    backgroundErrorCount += 1
  }

  /// - Parameter message: the server's error message; nil if it cannot be reached.
  mutating func recordServerFailure(_ message: String?) { (isReachable, serverError) = (false, message) }

  // MARK: Recent writes

  /// Forgets the recent write of an object that another program has removed since. If the service is killed, the missing
  /// object must not be taken for a write that was lost.
  mutating func recordRemoval(of uid: ByteString) {
    // If this program removed the object itself, this may be a late report about that.
    guard let write = recentWrites[uid], !write.hasRemoved else { return }
    recentWrites[uid] = nil
  }

  /// Forgets the recent writes of objects that other programs have since returned to an earlier state.
  ///
  /// - Parameters:
  ///   - writes: the recent writes before the objects were requested.
  ///   - foundVersions: the versions that were read; those of missing objects are not included.
  mutating func forgetRecentWrites(
    of uids: Set<ByteString>, among writes: [ByteString: RecentWrite],
    found foundVersions: [ByteString: ObjectVersion]
  ) {
    for uid in uids {
      guard let write = writes[uid], recentWrites[uid]?.time == write.time,
        write.isSuperseded(by: foundVersions[uid])
      else { continue }
      recentWrites[uid] = nil
    }
  }

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

  /// Records the name under which the store created an object.
  mutating func setName(_ name: ByteString, of uid: ByteString) {
    guard self.name(of: uid) != name else { return }
    (names[uid], uids[name]) = (name, uid)
  }

  /// Takes over everything that has to outlive a restart of the service.
  mutating func inherit(from lostCalendar: OpenedCalendar) {
    (names, uids) = (lostCalendar.names, lostCalendar.uids)
    (writtenTexts, recentWrites) = (lostCalendar.writtenTexts, lostCalendar.recentWrites)
    unconfirmedWrites = lostCalendar.unconfirmedWrites
    addsScheduleAgent = lostCalendar.addsScheduleAgent
  }

  // MARK: Text

  /// Returns the text of an object for the store: the text that this program wrote, if the service changed nothing
  /// essential in it, so that undo finds the bytes that it expects.
  mutating func text(of object: ServiceObject) -> [UInt8] {
    let version = object.version
    if var writtenText = writtenTexts[object.uid] {
      if writtenText.version == version { return writtenText.bytes }
      if writtenText.normalizedObject == NormalizedObject(object) {
        writtenText.version = version
        writtenTexts[object.uid] = writtenText
        return writtenText.bytes
      }
      // The object was changed by someone else, unless it is still as it was before the write.
      if writtenText.version != nil || writtenText.previousVersion != version {
        writtenTexts[object.uid] = nil
      }
    }
    return object.document { zone in
      OpenedCalendar.isSystemZone(zone.text) ? nil : zones[zone] ?? nil
    }
  }

  /// Whether a name always means the system's time zone: Area/City, as in files. The service's definition of such a zone
  /// is thousands of bytes long and adds nothing, so it is not repeated in each object.
  static func isSystemZone(_ name: String) -> Bool {
    ZoneNames.isAreaAndCity(name) && SystemZones.shared.zone(named: name) != nil
  }

  /// Returns an object with its name, its text and its version for the store.
  mutating func stored(_ object: ServiceObject) -> StoredObject {
    StoredObject(
      name: name(of: object.uid), bytes: text(of: object), version: ObjectVersion(object.version))
  }
}

/// A write that the service has confirmed, but may not have saved: it saves calendars on this computer when it
/// is idle.
struct RecentWrite {
  /// How long the service may take to save, even with a large calendar on a busy computer.
  static let maximumAge = Duration.seconds(60)

  /// The text that was written; nil if the object was removed.
  let bytes: [UInt8]?
  /// The version that the service confirmed; nil if the object was removed.
  let version: ObjectVersion?
  /// The versions before this write and before the recent writes that preceded it; nil stands for an object that did
  /// not exist.
  var earlierVersions: Set<ObjectVersion?>
  let time: ContinuousClock.Instant
  /// Whether this write or a recent one that preceded it removed the object.
  var hasRemoved = false

  /// Whether a state that the service had after this write is newer than it, although it looks like one before it.
  func isSuperseded(by laterVersion: ObjectVersion?) -> Bool {
    laterVersion != version && earlierVersions.contains(laterVersion)
  }
}

/// The text that this program wrote for an object.
struct WrittenText {
  let bytes: [UInt8]
  let normalizedObject: NormalizedObject
  /// The version of the object that has this text; nil until the service has confirmed it.
  var version: ServiceVersion?
  /// The version of the object before it was written; nil if it did not exist.
  let previousVersion: ServiceVersion?
}
