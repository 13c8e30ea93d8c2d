import CalendarModel
import Glibc

/// Reads the events of a calendar that is a file or a folder, for a program that keeps none of them. Nothing is written, and
/// no more than one file is in memory at a time.
///
/// Reading blocks the thread, possibly for long if the file system is on a network.
package struct CalendarEventReader: Sendable {
  /// The events of a calendar.
  package struct Reading: Sendable {
    package var events: [SharedEvent] = []
    /// Whether another program seems to be writing. The reader has to be called again after a moment.
    package var isSettling = false

    package init() {}
  }

  private let loader: CalendarLoader

  package init(zones: any ZoneProvider = SystemZones.shared) {
    loader = CalendarLoader(
      files: CalendarFiles(), zones: zones, mounts: MountRecords(folder: UserFolders.mounts))
  }

  /// Reads the events that satisfy a condition. Files of a folder that cannot be read are left out.
  package func read(_ calendar: CalendarID, where isNeeded: (CalendarEvent) -> Bool) throws(StoreError)
    -> Reading
  {
    let path = calendar.path
    var reading = Reading()
    if let error = loader.unavailableError(of: path, isReopening: true) { throw error }
    switch try kind(of: path) {
    case .file(let filePath):
      let version = try loader.readVersion(at: filePath, calendar: calendar, file: nil)
      _ = try version.file.get()
      reading.add(version, where: isNeeded)
    case .folder:
      let names = try loader.names(in: path)
      let reader = try? FolderReader(ByteString(path.withoutTrailingSlashes), files: loader.files)
      for name in names {
        do throws(StoreError) {
          let filePath = loader.filePath(of: name, in: path)
          let contents = try loader.contents(of: filePath, through: reader, isFirstRead: true)
          reading.add(loader.parse(contents, at: filePath, calendar: calendar, file: name), where: isNeeded)
        } catch .beingWritten {
          reading.isSettling = true
        } catch {
          continue
        }
      }
    }
    return reading
  }

  /// Returns an event as its file has it now; nil if it is gone or cannot be read.
  package func event(_ id: EventID) -> CalendarEvent? {
    let filePath: FilePath
    if let file = id.file {
      filePath = loader.filePath(of: file, in: id.calendar.path)
    } else {
      guard case .file(let path) = try? kind(of: id.calendar.path) else { return nil }
      filePath = path
    }
    guard let version = try? loader.readVersion(at: filePath, calendar: id.calendar, file: id.file),
      let file = try? version.file.get()
    else { return nil }
    let events = file.document.events
    return events.position(of: id).map { events[$0] }
  }

  private func kind(of path: String) throws(StoreError) -> FileKind {
    do { return try loader.files.kind(of: path) } catch { throw error.whileReading(path) }
  }
}

extension CalendarEventReader.Reading {
  fileprivate mutating func add(_ version: FileVersion, where isNeeded: (CalendarEvent) -> Bool) {
    if !version.isComplete { isSettling = true }
    guard let file = try? version.file.get() else { return }
    events += file.document.events.sharedEvents.filter { isNeeded($0.event) }
  }
}
