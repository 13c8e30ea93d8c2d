import CalendarDocument
import CalendarModel

/// A calendar that was opened: one file, or a folder of them with a name and a colour.
struct OpenCalendar: Sendable {
  let id: CalendarID
  /// Whether it is made of many objects: a folder of files.
  let isFolder: Bool
  let location: CalendarLocation
  /// Whether it is a file or a folder of files, and what is known of these is looked for here.
  let isOfFiles: Bool
  /// What its backend says can be done with it; of files each says so itself.
  var state = CalendarState.ready
  /// Why nothing of it is there; nil if it was read.
  var absence: CalendarAbsence?
  /// The folder in which changes of it are seen.
  var watched: String?
  /// The file system on which the files of a folder were seen last: another one, and no files, is the empty place on
  /// which it was mounted.
  var device: UInt?
  /// Where it is mounted; nil if nothing is but the root.
  var mountPoint: ByteString?
  /// From the folder's `displayname`.
  var name: String?
  /// From the folder's `color`.
  var color: EventColor?
  /// The files that could be read, by name; for a calendar that is one file, that one under "".
  var files: [ByteString: LoadedFile] = [:]
  /// What could not be read, by file name.
  var failures: [ByteString: StoreError] = [:]
  /// Files that say something which may be half of a new version, by name.
  var settling: [ByteString: WriteSettling] = [:]

  /// Versions of other programs that gave way to a save which was killed (`CalendarFiles.sweep`).
  var leftovers: [FilePath] = []

  init(id: CalendarID, isFolder: Bool) {
    (self.id, self.isFolder, location, isOfFiles) = (id, isFolder, .path(id.path), true)
  }

  init(_ calendar: BackendCalendar, id: CalendarID, at location: CalendarLocation) {
    (self.id, isFolder, self.location) = (id, calendar.hasManyObjects, location)
    (isOfFiles, state) = (false, calendar.state)
    (name, color) = (calendar.name, calendar.color)
  }

  /// One that is listed though it is not there.
  init(absent id: CalendarID, _ absence: CalendarAbsence, watched: String?) {
    (self.id, isFolder, self.absence, self.watched) = (id, !id.path.hasSuffix(".ics"), absence, watched)
    (location, isOfFiles) = (.path(id.path), true)
  }

  init(absent id: CalendarID, _ absence: CalendarAbsence, at location: CalendarLocation) {
    (self.id, isFolder, self.absence) = (id, true, absence)
    (self.location, isOfFiles) = (location, false)
  }

  /// Whether what is known of its files is to be compared with the disk.
  var isLookedAt: Bool { isOfFiles && absence == nil }

  /// The folder in which changes of it are seen.
  var watchedFolder: ByteString {
    if !isFolder, let filePath = files.values.first?.filePath { return filePath.folder }
    return ByteString(id.path.withoutTrailingSlashes)
  }

  /// The file inside it, as events name it.
  func file(named name: ByteString) -> ByteString? { isFolder ? name : nil }

  /// The key of a file in `files`.
  static func key(_ file: ByteString?) -> ByteString { file ?? "" }

  /// Its events, with its colour where they have none of their own, in no promised order.
  var events: [SharedEvent] {
    var events: [SharedEvent] = []
    events.reserveCapacity(files.values.indices.reduce(0) { $0 + files.values[$1].document.events.count })
    for index in files.values.indices {
      if color == nil {
        events += files.values[index].document.events.shared
      } else {
        for event in files.values[index].document.events.shared { events.append(coloured(event)) }
      }
    }
    return events
  }

  /// The series of its events.
  mutating func caches(in zone: Zone) -> [SeriesExpansionCache] {
    var strays: [ByteString: [CalendarEvent]] = [:]
    // Step by step: a list of the places would hold all files, which would then be copied to be changed.
    var index = files.values.startIndex
    while isFolder, index != files.values.endIndex {
      for stray in files.values[index].strays() { strays[stray.id.uid, default: []].append(stray) }
      index = files.values.index(after: index)
    }
    var caches: [SeriesExpansionCache] = []
    index = files.values.startIndex
    while index != files.values.endIndex {
      caches += files.values[index].caches(strays: strays, in: zone)
      index = files.values.index(after: index)
    }
    return caches
  }

  /// That event with the calendar's colour if it has none of its own.
  func coloured(_ shared: SharedEvent) -> SharedEvent {
    guard shared.event.calendarColor == nil, let color else { return shared }
    var event = shared.event
    event.calendarColor = color
    return SharedEvent(event)
  }

  /// What a list of calendars shows of it.
  var info: CalendarInfo {
    var (count, events) = (0, 0)
    var areLocked = true
    var ownColor: EventColor?
    for filePath in files.values.indices
    where files.values[filePath].version != nil || files.values[filePath].isWanted {
      if count == 0 { ownColor = files.values[filePath].document.color }
      count += 1
      events += files.values[filePath].document.events.count
      areLocked = areLocked && files.values[filePath].isLocked
    }
    let isLocked = count > 0 && areLocked
    let state = absence != nil ? .notAvailable : isLocked && state == .ready ? .readOnly : state
    return CalendarInfo(
      id: id, name: name ?? fallbackName, color: isFolder ? color : ownColor, isFolder: isFolder,
      state: state,
      eventCount: events, absence: absence, location: location)
  }

  private var fallbackName: String {
    if !isFolder, let own = files.values.first?.document.name, !own.isEmpty { return own }
    guard isOfFiles else { return location.lastName }
    let name = ByteString(id.path.withoutTrailingSlashes).splitPath.name.text
    return name.hasSuffix(".ics") && name.count > 4 ? String(name.dropLast(4)) : name
  }

  /// The files of which something is true, by their names: few of the many that a folder has.
  private func sortedFiles(_ isMeant: (LoadedFile) -> Bool) -> [(key: ByteString, value: LoadedFile)] {
    var found: [(key: ByteString, value: LoadedFile)] = []
    for filePath in files.indices where isMeant(files.values[filePath]) {
      found.append((files.keys[filePath], files.values[filePath]))
    }
    return found.sorted { $0.key < $1.key }
  }

  /// The files in it that were read and can no longer be.
  var stale: [StaleFile] {
    sortedFiles { $0.trouble != nil }.compactMap { name, file in
      file.trouble.map {
        StaleFile(calendar: id, file: self.file(named: name), path: file.location.text, error: $0)
      }
    }
  }

  /// The files in it that are cut off and wait for a decision.
  var damaged: [DamagedFile] {
    sortedFiles { $0.damage != nil }.compactMap { name, file in
      file.damage.map {
        DamagedFile(
          calendar: id, file: self.file(named: name), path: file.location.text, canRestore: $0.whole != nil,
          canUse: file.trouble == nil)
      }
    }
  }

  /// The files in it that another program may just be writing.
  var beingWritten: [CalendarLocation] {
    settling.filter(\.value.isAttended).keys.sorted().map {
      files[$0]?.location ?? location.appending(file(named: $0))
    }
  }

  /// Everything in it that was skipped or is wrong, by file and line.
  var problems: [StoreProblem] {
    var problems: [StoreProblem] = []
    for (name, error) in failures.sorted(by: { $0.key < $1.key }) {
      problems.append(StoreProblem(path: location.appending(file(named: name)).text, .error(error)))
    }
    for (_, file) in sortedFiles({ $0.version != nil && ($0.trouble != nil || $0.document.hasProblems) }) {
      if let trouble = file.trouble {
        problems.append(StoreProblem(path: file.location.text, .error(trouble)))
      }
      problems += file.document.problems.map {
        StoreProblem(path: file.location.text, line: $0.line, .text($0.text), isLoss: $0.severity == .lost)
      }
    }
    return problems
  }
}
