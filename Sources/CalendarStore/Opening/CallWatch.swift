import Glibc
import Synchronization

/// Measures how long a thread has been blocked in a file system call. Other threads can query this time.
///
/// Only file system calls are measured. Parsing a large file may also take a long time, but it always ends.
final class CallWatch: Sendable {
  /// The time when the current call began, in milliseconds; 0 if no call is in progress.
  private let callStart = Atomic<Int>(0)
  /// The watches of other threads that work on parts of the same task.
  private let children = Mutex<[CallWatch]>([])

  /// Creates a watch for a thread that works on a part of the task; its calls count as well.
  func makeChild() -> CallWatch {
    let watch = CallWatch()
    children.withLock { $0.append(watch) }
    return watch
  }

  /// Makes a call that may block on a file system, and measures how long it takes.
  func measure<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    callStart.store(Self.now(), ordering: .relaxed)
    defer { callStart.store(0, ordering: .relaxed) }
    return try body()
  }

  /// How long the current call has taken so far, in milliseconds; 0 if no call is in progress. If there are
  /// several threads, this is the maximum.
  var elapsed: Int {
    let callStart = callStart.load(ordering: .relaxed)
    let ownElapsed = callStart == 0 ? 0 : max(0, Self.now() - callStart)
    return children.withLock { $0.reduce(ownElapsed) { max($0, $1.elapsed) } }
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
