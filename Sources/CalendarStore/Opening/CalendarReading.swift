import CalendarModel
import Glibc
import Synchronization

/// One calendar that is being read, on a thread of its own: a file system that does not answer, because its server or
/// its stick is gone, holds up nothing but what is on it. Such a thread cannot be ended; it waits until the system
/// answers or the program is over.
final class CalendarReading: Sendable {
  /// What came of it.
  struct Answer: Sendable {
    /// The calendar, or why it could not be read.
    var calendar: Result<OpenCalendar, StoreError>
    /// The folder in which changes of it are seen: its own, or of one that is not there the nearest one that is.
    var watched: String?
  }

  private struct State {
    var answer: Answer?
    /// Called with the answer, once nobody waits for it any more.
    var late: (@Sendable (Answer) -> Void)?
  }

  private let path: String
  private let loader: CalendarLoader
  private let watcher: FolderWatcher?
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let calls = CallWatch()
  private let state = Mutex(State())
  /// A byte is written to it when there is an answer.
  private let wakeEnd: Int32
  private let waitEnd: Int32

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - watcher: watches the calendar before it is read, so that nothing that changes meanwhile is missed.
  ///   - onOwnThread: whether it is read elsewhere while this returns; for somebody who waits as long as it takes a
  ///     thread for each of many files would be of no use.
  init(
    _ path: String, loader: CalendarLoader, watcher: FolderWatcher?,
    onOwnThread: Bool = true, clock: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    (self.path, self.watcher, self.clock) = (path, watcher, clock)
    var loader = loader
    loader.calls = calls
    self.loader = loader
    (waitEnd, wakeEnd) = makePipe() ?? (-1, -1)
    if onOwnThread { start() } else { run() }
  }

  deinit {
    close(waitEnd)
    close(wakeEnd)
  }

  private func start() {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // As the store's own thread: documents nest as deep as their budget allows.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let context = Unmanaged.passRetained(self)
    if pthread_create(&thread, &attributes, CalendarReading.main, context.toOpaque()) != 0 {
      context.release()
      run()
    }
    pthread_attr_destroy(&attributes)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    Unmanaged<CalendarReading>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  private func run() {
    var answer = read()
    // What comes up in this very moment is watched in the wrong folder.
    for _ in 0..<3 where answer.watched != watchedFolder { answer = read() }
    let late = state.withLock { state in
      state.answer = answer
      return state.late
    }
    if let late { late(answer) } else { _ = write(wakeEnd, [1], 1) }
  }

  private var watchedFolder: String? { calls.call { loader.files.watchedFolder(of: path) } }

  private func read() -> Answer {
    let watched = watchedFolder
    if let watched { calls.call { watcher?.add(ByteString(watched)) } }
    do throws(StoreError) {
      return Answer(calendar: .success(try loader.open(path, now: clock())), watched: watched)
    } catch {
      return Answer(calendar: .failure(error), watched: watched)
    }
  }

  /// Waits for the answer for as long as the file system says anything.
  ///
  /// - Parameters:
  ///   - patience: for how many milliseconds a call may take; nil for ever.
  ///   - late: called with the answer, on another thread, if it is not waited for any longer.
  /// - Returns: the answer, or nil if `late` will get it.
  func answer(patience: Int?, late: @escaping @Sendable (Answer) -> Void) -> Answer? {
    while true {
      let answer = state.withLock { state in
        if state.answer == nil, let patience, calls.waited >= patience { state.late = late }
        return (value: state.answer, isLate: state.late != nil)
      }
      if answer.value != nil || answer.isLate { return answer.value }
      var end = pollfd(fd: waitEnd, events: Int16(POLLIN), revents: 0)
      // What is waited for may begin to hang at any time.
      let longest: Int32 = waitEnd < 0 ? 10 : patience == nil ? -1 : 100
      poll(&end, 1, patience.map { Int32(max(1, min(Int(longest), $0 - calls.waited))) } ?? longest)
    }
  }
}
