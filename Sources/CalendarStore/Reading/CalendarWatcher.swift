import CalendarModel
import Synchronization

/// Reports which calendars may have changed, for a program that keeps none of their events.
package final class CalendarWatcher: Sendable {
  /// The part of a calendar's path below its watched folder; empty if the calendar is that folder.
  private struct Place: Sendable {
    let folder: ByteString
    let name: ByteString
  }

  private let report: @Sendable (Set<CalendarID>) -> Void
  private let places = Mutex<[CalendarID: Place]>([:])
  private let watcher = Mutex<FolderWatcher?>(nil)

  /// - Parameter report: called on the watcher's own thread, possibly without an actual change.
  package init(report: @escaping @Sendable (Set<CalendarID>) -> Void) {
    self.report = report
    let watcher = FolderWatcher { [weak self] in self?.handle($0) }
    self.watcher.withLock { $0 = watcher }
  }

  deinit { watcher.withLock { $0?.stop() } }

  /// Watches exactly these calendars: files and folders, which may be missing. Call it before they are read, so that no change
  /// is missed.
  package func watch(_ calendars: [CalendarID]) {
    places.withLock { places in
      places = Dictionary(calendars.map { ($0, Self.place(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }
    let folders = places.withLock { Set($0.values.map(\.folder)) }
    // A file system that does not respond delays only its own folders.
    watcher.withLock(\.self)?.watch(folders, timeout: 1_000)
  }

  private static func place(of calendar: CalendarID) -> Place {
    let files = CalendarFiles()
    let path = calendar.path.withoutTrailingSlashes
    if case .file(let filePath) = try? files.kind(of: path) {
      return Place(folder: filePath.folder, name: filePath.name)
    }
    let folder = files.watchedFolder(of: path) ?? path
    let rest = path.dropFirst(folder.count).drop { $0 == "/" }
    return Place(folder: ByteString(folder), name: ByteString(String(rest.prefix { $0 != "/" })))
  }

  private func handle(_ report: WatchReport) {
    let all = places.withLock(\.self)
    var changed: Set<CalendarID> = []
    switch report {
    case .checkEverything: changed = Set(all.keys)
    case .changed(let folder, let names):
      for (calendar, place) in all where place.folder == folder {
        let concerns =
          place.name.isEmpty ? names.contains { $0.isCalendarFile } : names.contains(place.name)
        if concerns { changed.insert(calendar) }
      }
    }
    guard !changed.isEmpty else { return }
    // A missing calendar may have appeared, and a folder may have been replaced by another one.
    if changed.contains(where: { all[$0]?.name.isEmpty == false }) || report == .checkEverything {
      watch(Array(all.keys))
    }
    self.report(changed)
  }
}
