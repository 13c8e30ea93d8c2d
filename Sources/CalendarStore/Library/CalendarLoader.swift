import CalendarDocument
import CalendarModel
import Glibc

/// Reads calendars from disk. A file that cannot be read does not prevent the others from being read.
struct CalendarLoader: Sendable {
  let files: CalendarFiles
  let zones: any ZoneProvider
  /// Measures how long file system calls take.
  var callWatch: CallWatch?
  /// Stores the mount points of open calendars; nil to store none.
  var mounts: MountRecords?
  /// The journals of interrupted imports, which are undone when a folder is opened; nil for a command that only reads,
  /// which undoes and removes nothing.
  var journals: TransactionJournals?
  /// The number of files parsed, by all copies of this loader.
  let parseCount = ParseCount()

  /// The minimum number of files for which a second thread is used. Fewer files would be read before that
  /// thread had started.
  private static let minimumForTwoThreads = 64

  /// Opens the calendar at a path: a file, or a folder of files. Files that are being written are included
  /// with their contents so far. Unless the calendar is only read, interrupted imports are undone, and the temporary
  /// files that interrupted saves left in the folder are removed.
  ///
  /// - Parameter isReopening: whether it was open before; false if the user has just asked to open it.
  func open(_ path: String, isReopening: Bool, now: ContinuousClock.Instant) throws(StoreError)
    -> OpenCalendar
  {
    let kind: FileKind
    do { kind = try call { () throws(FileFault) in try files.kind(of: path) } } catch {
      throw error.whileReading(path)
    }
    if let error = call({ unavailableError(of: path, isReopening: isReopening) }) { throw error }
    let id = CalendarID(path)
    switch kind {
    case .file(let filePath):
      var calendar = OpenCalendar(id: id, hasSeparateObjects: false)
      if journals != nil { calendar.leftovers = call { files.sweep(filePath.folder) } }
      calendar.mountPoint = call { files.mountPoint(above: path) }
      try open(filePath, as: nil, in: &calendar, now: now)
      return calendar
    case .folder:
      var calendar = OpenCalendar(id: id, hasSeparateObjects: true)
      if let journals {
        call { files.rollBackTransactions(in: ByteString(path), journals) }
        calendar.leftovers = call { files.sweep(ByteString(path)) }
      }
      call { recordMountPoint(of: &calendar) }
      call { refreshMetadata(of: &calendar) }
      openAll(try names(in: path), in: &calendar, now: now)
      return calendar
    }
  }

  /// Opens the files of a folder.
  private func openAll(_ names: [ByteString], in calendar: inout OpenCalendar, now: ContinuousClock.Instant) {
    let folder = ByteString(calendar.id.path.withoutTrailingSlashes)
    let (emptyCalendar, count) = (OpenCalendar(id: calendar.id, hasSeparateObjects: true), names.count)
    let partialCalendars = TwoThreads.map(names, atLeast: Self.minimumForTwoThreads) {
      names, isSecondThread in
      var partialCalendar = emptyCalendar
      partialCalendar.files.reserveCapacity(isSecondThread ? names.count : count)
      var loader = self
      if isSecondThread { loader.callWatch = callWatch?.makeChild() }
      // If this fails, reading each file fails with its own error.
      let reader = try? loader.call { () throws(FileFault) in try FolderReader(folder, files: files) }
      for name in names {
        do throws(StoreError) {
          try loader.open(
            FilePath(folder: folder, name: name), as: name, in: &partialCalendar, through: reader, now: now)
        } catch {
          partialCalendar.failures[name] = error
        }
      }
      return partialCalendar
    }
    for (index, partialCalendar) in partialCalendars.enumerated() {
      if index == 0 {
        calendar.files = partialCalendar.files
      } else {
        for (name, file) in partialCalendar.files { calendar.files[name] = file }
      }
      for (name, error) in partialCalendar.failures { calendar.failures[name] = error }
      for (name, settling) in partialCalendar.settlingFiles { calendar.settlingFiles[name] = settling }
    }
  }

  /// Makes a call that may block on a file system.
  private func call<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let callWatch else { return try body() }
    return try callWatch.measure(body)
  }

  /// Returns the names of the calendar files in a folder.
  func names(in folder: String) throws(StoreError) -> [ByteString] {
    do { return try call { () throws(FileFault) in try files.list(folder) } } catch {
      throw error.whileReading(folder)
    }
  }

  /// Returns the path of a file found inside a folder.
  func filePath(of name: ByteString, in folder: String) -> FilePath {
    FilePath(folder: folder.withoutTrailingSlashes, name: name)
  }

  private func open(
    _ filePath: FilePath, as file: ByteString?, in calendar: inout OpenCalendar,
    through reader: FolderReader? = nil,
    now: ContinuousClock.Instant
  ) throws(StoreError) {
    var version = parse(
      try contents(of: filePath, through: reader, isFirstRead: true), at: filePath, calendar: calendar.id,
      file: file)
    if version.contents.isWriterUndetermined, !version.isComplete {
      // For an incomplete file, it matters whether another program is still writing the rest.
      version = parse(
        try contents(of: filePath, through: reader, isFirstRead: true, alwaysDeterminesWriter: true),
        at: filePath,
        calendar: calendar.id, file: file)
    }
    let name = OpenCalendar.fileName(file)
    var settling = WriteSettling()
    let verdict = version.verdict(of: &settling, adopted: nil, now: now)
    // An incomplete file is checked again later.
    if case .wait = verdict { calendar.settlingFiles[name] = settling }
    if case .failure = version.file, settling.mayHaveWriter {
      throw .beingWritten(path: filePath.displayPath)
    }
    var loadedFile = try version.file.get()
    switch verdict {
    case .adopt: break
    case .wait: loadedFile.isProvisional = true
    case .damaged: loadedFile.damage = Damage(lastComplete: nil, unsavedSteps: [], copyPath: nil)
    }
    calendar.files[name] = loadedFile
  }

  /// Reads the current contents of a file, whether or not they are a complete new version.
  func readVersion(at filePath: FilePath, calendar: CalendarID, file: ByteString?) throws(StoreError)
    -> FileVersion
  {
    parse(try contents(of: filePath), at: filePath, calendar: calendar, file: file)
  }

  /// Reads a file's contents without parsing them, because they may be unchanged.
  ///
  /// - Parameters:
  ///   - reader: a reader that has the file's folder open; nil to open the folder.
  ///   - isFirstRead: whether nothing is known about the file yet.
  ///   - alwaysDeterminesWriter: see `FolderReader.read`.
  func contents(
    of filePath: FilePath, through reader: FolderReader? = nil, isFirstRead: Bool = false,
    alwaysDeterminesWriter: Bool = false
  ) throws(StoreError) -> FileContents {
    do {
      return try call { () throws(FileFault) in
        guard let reader else {
          return try FolderReader(filePath.folder, files: files).read(
            filePath.name, isFirstRead: isFirstRead, alwaysDeterminesWriter: alwaysDeterminesWriter)
        }
        return try reader.read(
          filePath.name, isFirstRead: isFirstRead, alwaysDeterminesWriter: alwaysDeterminesWriter)
      }
    } catch {
      // On a network file system, the folder may have been replaced by now.
      if reader != nil, error == .system(ESTALE) {
        return try contents(
          of: filePath, isFirstRead: isFirstRead, alwaysDeterminesWriter: alwaysDeterminesWriter)
      }
      throw error.whileReading(filePath.displayPath)
    }
  }

  /// Parses a file's contents.
  ///
  /// - Parameter previousDocument: the document of the previous version; parts that are unchanged are not parsed again.
  func parse(
    _ contents: FileContents, at filePath: FilePath, calendar: CalendarID, file: ByteString?,
    reusing previousDocument: CalendarDocument? = nil
  ) -> FileVersion {
    parseCount.increment()
    do {
      let document = try CalendarDocument(
        bytes: contents.bytes, calendar: calendar, file: file, zones: zones, reusing: previousDocument)
      return FileVersion(
        contents: contents, file: .success(LoadedFile(filePath: filePath, document, contents)))
    } catch {
      return FileVersion(
        contents: contents, file: .failure(.broken(path: filePath.displayPath, reason: error)))
    }
  }

  /// Creates a new file in a folder, in memory only.
  func newFile(_ name: ByteString, in calendar: CalendarID) throws(StoreError) -> LoadedFile {
    let filePath = filePath(of: name, in: calendar.path)
    do {
      let document = try CalendarDocument(newIn: calendar, file: name, zones: zones)
      return LoadedFile(filePath: filePath, document: document, stamp: nil, isReadOnly: false)
    } catch {
      throw .broken(path: filePath.displayPath, reason: error)
    }
  }
}
