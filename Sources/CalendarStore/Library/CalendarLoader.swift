import CalendarDocument
import CalendarModel

/// Reads calendars from disk. One file that cannot be read never hides the others.
struct CalendarLoader: Sendable {
  let files: CalendarFiles
  let zones: any ZoneProvider
  /// Sees how long a file system takes to answer.
  var calls: CallWatch?
  /// What is remembered of calendars that were open before; nil if nothing is.
  var mounts: MountRecords?

  /// Files that say what a folder is called, and in which colour, have a line each.
  private static let metadataLimit = 4_096

  /// The calendar at a path: a file, or a folder of files. Of files that are just being written it has what there is
  /// so far.
  ///
  /// - Parameter isKnown: whether it was open before, and was not just asked for by its name.
  func open(_ path: String, isKnown: Bool, now: ContinuousClock.Instant) throws(StoreError) -> OpenCalendar {
    let kind: FileKind
    do { kind = try call { () throws(FileFault) in try files.kind(of: path) } } catch {
      throw error.whileReading(path)
    }
    if let error = call({ absence(of: path, isKnown: isKnown) }) { throw error }
    let id = CalendarID(path)
    switch kind {
    case .file(let place):
      var calendar = OpenCalendar(id: id, isFolder: false)
      calendar.leftovers = call { files.sweep(place.folder) }
      calendar.mountPoint = call { files.mountPoint(above: path) }
      try open(place, as: nil, in: &calendar, now: now)
      return calendar
    case .folder:
      var calendar = OpenCalendar(id: id, isFolder: true)
      calendar.leftovers = call { files.sweep(ByteString(path)) }
      call { noteMount(of: &calendar) }
      call { refreshMetadata(of: &calendar) }
      for name in try names(in: path) {
        do throws(StoreError) {
          try open(place(of: name, in: path), as: name, in: &calendar, now: now)
        } catch {
          calendar.failures[name] = error
        }
      }
      return calendar
    }
  }

  /// Makes a call that may wait for a file system.
  private func call<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let calls else { return try body() }
    return try calls.call(body)
  }

  /// The names of the calendar files of a folder.
  func names(in folder: String) throws(StoreError) -> [ByteString] {
    do { return try call { () throws(FileFault) in try files.list(folder) } } catch {
      throw error.whileReading(folder)
    }
  }

  /// A file found inside a folder.
  func place(of name: ByteString, in folder: String) -> FilePlace {
    FilePlace(folder: folder.withoutTrailingSlashes, name: name)
  }

  private func open(
    _ place: FilePlace, as file: ByteString?, in calendar: inout OpenCalendar, now: ContinuousClock.Instant
  ) throws(StoreError) {
    let version = try look(at: place, calendar: calendar.id, file: file)
    let name = OpenCalendar.key(file)
    var settling = WriteSettling()
    let verdict = version.verdict(of: &settling, known: nil, now: now)
    // What is not there yet may come; what is no calendar may become one.
    if case .wait = verdict { calendar.settling[name] = settling }
    if case .failure = version.file, settling.isAttended { throw .beingWritten(path: place.shown) }
    var loaded = try version.file.get()
    switch verdict {
    case .take: break
    case .wait: loaded.isProvisional = true
    case .damaged: loaded.damage = Damage(whole: nil, unsaved: [], kept: nil)
    }
    calendar.files[name] = loaded
  }

  /// The file as it is on disk now, whether or not that is to be taken for its new version.
  func look(at place: FilePlace, calendar: CalendarID, file: ByteString?) throws(StoreError) -> FileVersion {
    let contents: FileContents
    do { contents = try call { () throws(FileFault) in try files.read(place) } } catch {
      throw error.whileReading(place.shown)
    }
    do {
      let document = try CalendarDocument(bytes: contents.bytes, calendar: calendar, file: file, zones: zones)
      let loaded = LoadedFile(
        place: place, document: document, stamp: contents.stamp, isReadOnly: contents.isReadOnly)
      return FileVersion(contents: contents, file: .success(loaded))
    } catch {
      return FileVersion(
        contents: contents, file: .failure(.broken(path: place.shown, reason: error)))
    }
  }

  /// A file that is not on the disk yet, in a folder of calendar files.
  func newFile(_ name: ByteString, in calendar: CalendarID) throws(StoreError) -> LoadedFile {
    let place = place(of: name, in: calendar.path)
    do {
      let document = try CalendarDocument(newIn: calendar, file: name, zones: zones)
      return LoadedFile(place: place, document: document, stamp: nil, isReadOnly: false)
    } catch {
      throw .broken(path: place.shown, reason: error)
    }
  }

  /// Reads a folder's `displayname` and `color` (vdirsyncer's vdir format); most folders have neither.
  func refreshMetadata(of calendar: inout OpenCalendar) {
    calendar.name = line("displayname", in: calendar.id.path)
    calendar.color = line("color", in: calendar.id.path).flatMap(EventColor.init(hex:))
  }

  private func line(_ name: ByteString, in folder: String) -> String? {
    guard let contents = try? files.read(place(of: name, in: folder), limit: Self.metadataLimit) else {
      return nil
    }
    let line = contents.bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension EventColor {
  /// Reads `#rrggbb`, as a vdir's `color` has it.
  init?(hex text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      let value = UInt32(Substring(digits), radix: 16)
    else { return nil }
    self.init(
      red: Double(value >> 16 & 0xFF) / 255, green: Double(value >> 8 & 0xFF) / 255,
      blue: Double(value & 0xFF) / 255)
  }
}
