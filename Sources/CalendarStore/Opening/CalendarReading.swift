import CalendarModel

/// The result of reading a calendar.
struct CalendarReading: Sendable {
  /// The calendar, or the error if it could not be read.
  var calendar: Result<OpenCalendar, StoreError>
  /// The folder to watch for changes: the calendar's own folder or, if that does not exist, its nearest
  /// existing ancestor.
  var watchedFolder: String?

  /// Starts reading a calendar.
  ///
  /// - Parameters:
  ///   - isReopening: whether it was open before.
  ///   - watcher: the watcher to add the calendar to before it is read, so that no change during the read is
  ///     missed.
  ///   - onOwnThread: whether to read the calendar on a separate thread and return immediately.
  static func begin(
    _ path: String, isReopening: Bool, loader: CalendarLoader, watcher: FolderWatcher?,
    onOwnThread: Bool = true, clock: @escaping @Sendable () -> ContinuousClock.Instant
  ) -> GuardedCall<CalendarReading> {
    GuardedCall(onOwnThread: onOwnThread) { callWatch in
      var loader = loader
      loader.callWatch = callWatch
      var reading = read(path, isReopening: isReopening, loader, callWatch, watcher, clock)
      // If the calendar has just appeared, the wrong folder is being watched.
      for _ in 0..<3
      where reading.watchedFolder != callWatch.measure({ loader.files.watchedFolder(of: path) }) {
        reading = read(path, isReopening: isReopening, loader, callWatch, watcher, clock)
      }
      return reading
    }
  }

  private static func read(
    _ path: String, isReopening: Bool, _ loader: CalendarLoader, _ callWatch: CallWatch,
    _ watcher: FolderWatcher?,
    _ clock: () -> ContinuousClock.Instant
  ) -> CalendarReading {
    let watchedFolder = callWatch.measure { loader.files.watchedFolder(of: path) }
    if let watchedFolder { callWatch.measure { watcher?.add(ByteString(watchedFolder)) } }
    do throws(StoreError) {
      let calendar = try loader.open(path, isReopening: isReopening, now: clock())
      return CalendarReading(calendar: .success(calendar), watchedFolder: watchedFolder)
    } catch {
      return CalendarReading(calendar: .failure(error), watchedFolder: watchedFolder)
    }
  }
}
