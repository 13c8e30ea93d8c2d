import Glibc
import Synchronization

/// Runs file system work on a separate thread, so that an unresponsive server or disk blocks only the
/// calendars on it. The thread cannot be canceled: it ends when the file system responds or the program
/// exits.
final class GuardedCall<Answer: Sendable>: Sendable {
  private struct State {
    var answer: Answer?
    /// Called with the answer if `answer(timeout:lateHandler:)` has stopped waiting for it.
    var lateHandler: (@Sendable (Answer) -> Void)?
  }

  private let work: @Sendable (CallWatch) -> Answer
  /// Measures how long the file system calls made by `work` take.
  private let callWatch = CallWatch()
  private let state = Mutex(State())
  /// A byte is written to this end of a pipe when the answer is available. A waiting caller polls the other
  /// end.
  private let wakeEnd: Int32
  private let waitEnd: Int32

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - onOwnThread: whether to run the work on a separate thread and return immediately. A caller that
  ///     waits without a time limit needs no separate thread.
  ///   - work: a closure that does the work. It makes each call that may block through the given `CallWatch`.
  init(onOwnThread: Bool = true, work: @escaping @Sendable (CallWatch) -> Answer) {
    self.work = work
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
    // The same stack size as in `startDetachedThread`, because documents may be deeply nested.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let body = ThreadBody { self.run() }
    let context = Unmanaged.passRetained(body)
    if pthread_create(&thread, &attributes, ThreadBody.main, context.toOpaque()) != 0 {
      context.release()
      run()
    }
    pthread_attr_destroy(&attributes)
  }

  private func run() {
    let answer = work(callWatch)
    let lateHandler = state.withLock { state in
      state.answer = answer
      return state.lateHandler
    }
    if let lateHandler { lateHandler(answer) } else { _ = write(wakeEnd, [1], 1) }
  }

  /// Waits for the answer as long as the file system responds.
  ///
  /// - Parameters:
  ///   - timeout: the maximum duration of a single file system call, in milliseconds; nil for no limit.
  ///   - lateHandler: called with the answer, on another thread, if this method has stopped waiting for it.
  /// - Returns: the answer; nil if `lateHandler` will be called with it.
  func answer(timeout: Int?, lateHandler: @escaping @Sendable (Answer) -> Void) -> Answer? {
    while true {
      let answer = state.withLock { state in
        if state.answer == nil, let timeout, callWatch.elapsed >= timeout { state.lateHandler = lateHandler }
        return (value: state.answer, isLate: state.lateHandler != nil)
      }
      if answer.value != nil || answer.isLate { return answer.value }
      var descriptor = pollfd(fd: waitEnd, events: Int16(POLLIN), revents: 0)
      // Wakes up regularly, because a call may start to hang at any time.
      let maximumWait: Int32 = waitEnd < 0 ? 10 : timeout == nil ? -1 : 100
      poll(
        &descriptor, 1,
        timeout.map { Int32(max(1, min(Int(maximumWait), $0 - callWatch.elapsed))) } ?? maximumWait)
    }
  }
}

/// The body of the thread. It is not nested in `GuardedCall`, because a C function pointer cannot be generic.
private final class ThreadBody: Sendable {
  private let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }

  static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
    guard let pointer else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }
}
