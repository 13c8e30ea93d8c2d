import Glibc
import Synchronization

/// Reports to other threads how long a thread has been waiting for a file system.
///
/// Working out what a large file says takes long, too, but comes to an end: only the calls count.
final class CallWatch: Sendable {
  /// When the call that is under way began, in milliseconds; 0 while there is none.
  private let began = Atomic<Int>(0)
  /// The watches of threads that do a part of the same work.
  private let others = Mutex<[CallWatch]>([])

  /// A watch for a thread that does a part of the work: what it waits for counts.
  func another() -> CallWatch {
    let watch = CallWatch()
    others.withLock { $0.append(watch) }
    return watch
  }

  /// Makes a call that may wait for a file system.
  func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    began.store(Self.now(), ordering: .relaxed)
    defer { began.store(0, ordering: .relaxed) }
    return try body()
  }

  /// For how long the call that is under way has not returned, in milliseconds; 0 while there is none. Of several the
  /// longest.
  var waited: Int {
    let began = began.load(ordering: .relaxed)
    let own = began == 0 ? 0 : max(0, Self.now() - began)
    return others.withLock { $0.reduce(own) { max($0, $1.waited) } }
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
