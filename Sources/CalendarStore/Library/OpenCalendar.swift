import CalendarDocument
import CalendarModel

/// A listed calendar: a file, a folder of files, or a calendar of a non-file backend. It may be unavailable.
struct OpenCalendar: Sendable {
  let id: CalendarID
  /// Whether each event is stored as a separate object, as in a folder of files.
  let hasSeparateObjects: Bool
  let location: CalendarLocation
  /// Whether it is a file or a folder of files, which the store itself watches and checks.
  let isFileBased: Bool
  /// The state reported by its backend. For a file-based calendar, `info` derives the state from the files
  /// instead.
  var state = CalendarState.ready
  /// The reason why the calendar is not available; nil if it is.
  var unavailableReason: UnavailableReason?
  /// The folder to watch for changes to the calendar. If the calendar does not exist, this is its nearest
  /// existing ancestor. It is nil for a calendar that has not responded yet, or that belongs to a
  /// non-file backend.
  var watchedFolder: String?
  /// The device number of the file system on which a folder's files were last seen. If the folder is on a
  /// different file system now, its volume is no longer mounted.
  var device: UInt?
  /// Its mount point; nil if that is the root.
  var mountPoint: ByteString?
  /// The name from the folder's `displayname` file, or from the backend.
  var name: String?
  /// The color from the folder's `color` file, or from the backend.
  var color: EventColor?
  /// The files that could be read, by name; the name is "" if the calendar is a single file.
  var files: [ByteString: LoadedFile] = [:]
  /// The errors for files that could not be read, by name.
  var failures: [ByteString: StoreError] = [:]
  /// The files whose contents on disk may be an incomplete new version, by name.
  var settlingFiles: [ByteString: WriteSettling] = [:]

  /// The files left behind by an interrupted save, which contain versions written by other programs; see
  /// `CalendarFiles.sweep`.
  var leftovers: [FilePath] = []

  init(id: CalendarID, hasSeparateObjects: Bool) {
    (self.id, self.hasSeparateObjects, location, isFileBased) = (id, hasSeparateObjects, .path(id.path), true)
  }

  init(_ calendar: BackendCalendar, id: CalendarID, at location: CalendarLocation) {
    (self.id, hasSeparateObjects, self.location) = (id, calendar.hasSeparateObjects, location)
    (isFileBased, state) = (false, calendar.state)
    (name, color) = (calendar.name, calendar.color)
  }

  /// Creates a calendar that is listed although it is not available.
  init(unavailable id: CalendarID, _ reason: UnavailableReason, watchedFolder: String?) {
    (self.id, hasSeparateObjects) = (id, !id.path.hasSuffix(".ics"))
    (unavailableReason, self.watchedFolder) = (reason, watchedFolder)
    (location, isFileBased) = (.path(id.path), true)
  }

  init(unavailable id: CalendarID, _ reason: UnavailableReason, at location: CalendarLocation) {
    (self.id, hasSeparateObjects, unavailableReason) = (id, true, reason)
    (self.location, isFileBased) = (location, false)
  }

  /// Whether its files can be compared with those on disk.
  var canBeChecked: Bool { isFileBased && unavailableReason == nil }

  /// The folder that contains the calendar's files.
  var filesFolder: ByteString {
    if !hasSeparateObjects, let filePath = files.values.first?.filePath { return filePath.folder }
    return ByteString(id.path.withoutTrailingSlashes)
  }

  /// Returns the name of the object that the file with the given name contains; nil if the calendar is a
  /// single file.
  func objectName(of name: ByteString) -> ByteString? { hasSeparateObjects ? name : nil }

  /// Returns the name in `files` of the file that contains an object; empty if the calendar is a single file.
  static func fileName(_ objectName: ByteString?) -> ByteString { objectName ?? "" }

  /// Its events, in no particular order. Events without a calendar color are given this calendar's color.
  var events: [SharedEvent] {
    var events: [SharedEvent] = []
    events.reserveCapacity(files.values.indices.reduce(0) { $0 + files.values[$1].eventCount })
    for index in files.values.indices {
      if color == nil {
        events += files.values[index].document.events.sharedEvents
      } else {
        for event in files.values[index].document.events.sharedEvents { events.append(colored(event)) }
      }
    }
    return events
  }

  /// Returns the series among its events, with their cached expansions.
  mutating func caches(in zone: Zone) -> [SeriesExpansionCache] {
    var orphans: [ByteString: [SharedEvent]] = [:]
    // Iterates over indices, because a list of the values would share all files, and each would be copied
    // when it is modified.
    var index = files.values.startIndex
    while hasSeparateObjects, index != files.values.endIndex {
      for orphan in files.values[index].orphans() { orphans[orphan.event.id.uid, default: []].append(orphan) }
      index = files.values.index(after: index)
    }
    var caches: [SeriesExpansionCache] = []
    index = files.values.startIndex
    while index != files.values.endIndex {
      caches += files.values[index].caches(orphans: orphans, in: zone)
      index = files.values.index(after: index)
    }
    return caches
  }

  /// Returns the event with this calendar's color, unless the event already has a calendar color.
  func colored(_ shared: SharedEvent) -> SharedEvent {
    guard shared.event.calendarColor == nil, let color else { return shared }
    var event = shared.event
    event.calendarColor = color
    return SharedEvent(event)
  }

  /// The properties of the calendar, for lists of calendars.
  var info: CalendarInfo {
    var (fileCount, eventCount) = (0, 0)
    var areAllLocked = true
    var ownColor: EventColor?
    for index in files.values.indices
    where files.values[index].isStored || files.values[index].shouldExist {
      if fileCount == 0 { ownColor = files.values[index].document.color }
      fileCount += 1
      eventCount += files.values[index].eventCount
      areAllLocked = areAllLocked && files.values[index].isLocked
    }
    let isLocked = fileCount > 0 && areAllLocked
    let state = unavailableReason != nil ? .notAvailable : isLocked && state == .ready ? .readOnly : state
    return CalendarInfo(
      id: id, name: name ?? fallbackName, color: hasSeparateObjects ? color : ownColor,
      hasSeparateObjects: hasSeparateObjects,
      state: state,
      eventCount: eventCount, unavailableReason: unavailableReason, isGone: isGone, location: location)
  }

  private var isGone: Bool {
    unavailableReason == nil && !files.isEmpty
      && files.values.indices.allSatisfy { files.values[$0].readError != nil }
  }

  private var fallbackName: String {
    if !hasSeparateObjects, let ownName = files.values.first?.document.name, !ownName.isEmpty {
      return ownName
    }
    guard isFileBased else { return location.lastPathComponent }
    let name = ByteString(id.path.withoutTrailingSlashes).splitPath.name.text
    return name.hasSuffix(".ics") && name.count > 4 ? String(name.dropLast(4)) : name
  }

  /// The files with errors, damage or problems to report, sorted by name.
  var filesWithIssues: [(name: ByteString, file: LoadedFile)] {
    var filesWithIssues: [(name: ByteString, file: LoadedFile)] = []
    for index in files.indices where files.values[index].hasIssues {
      filesWithIssues.append((files.keys[index], files.values[index]))
    }
    return filesWithIssues.sorted { $0.name < $1.name }
  }

  /// Returns the files that could be read before but cannot be read now.
  ///
  /// - Parameter filesWithIssues: the calendar's `filesWithIssues`.
  func staleFiles(among filesWithIssues: [(name: ByteString, file: LoadedFile)]) -> [StaleFile] {
    filesWithIssues.compactMap { name, file in
      file.readError.map {
        StaleFile(calendar: id, file: self.objectName(of: name), path: file.location.text, error: $0)
      }
    }
  }

  /// Returns the truncated files, which the user has to accept or restore.
  func damagedFiles(among filesWithIssues: [(name: ByteString, file: LoadedFile)]) -> [DamagedFile] {
    filesWithIssues.compactMap { name, file in
      file.damage.map {
        DamagedFile(
          calendar: id, file: self.objectName(of: name), path: file.location.text,
          canRestore: $0.lastComplete != nil,
          canUseAsIs: file.readError == nil)
      }
    }
  }

  /// The files that another program may be writing.
  var filesBeingWritten: [CalendarLocation] {
    settlingFiles.filter(\.value.mayHaveWriter).keys.sorted().map {
      files[$0]?.location ?? location.appending(objectName(of: $0))
    }
  }

  /// Returns the problems of the calendar and its files, by file and line.
  func problems(in filesWithIssues: [(name: ByteString, file: LoadedFile)]) -> [StoreProblem] {
    var problems: [StoreProblem] = []
    for (name, error) in failures.sorted(by: { $0.key < $1.key }) {
      problems.append(StoreProblem(path: location.appending(objectName(of: name)).text, .error(error)))
    }
    for (_, file) in filesWithIssues where file.isStored {
      if let readError = file.readError {
        problems.append(StoreProblem(path: file.location.text, .error(readError)))
      }
      problems += file.document.problems.map {
        StoreProblem(
          path: file.location.text, line: $0.line, .text($0.text), affectsContent: $0.severity == .lost)
      }
    }
    return problems
  }
}
