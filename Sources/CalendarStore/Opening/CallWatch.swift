import Glibc
import Synchronization

/// Tells from outside how long a thread has been waiting for a file system.
///
/// Working out what a large file says takes long, too, but comes to an end: only the calls count.
final class CallWatch: Sendable {
  /// When the call that is under way began, in milliseconds; 0 while there is none.
  private let began = Atomic<Int>(0)

  /// Makes a call that may wait for a file system.
  func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    began.store(Self.now(), ordering: .relaxed)
    defer { began.store(0, ordering: .relaxed) }
    return try body()
  }

  /// For how long the call that is under way has not returned, in milliseconds; 0 while there is none.
  var waited: Int {
    let began = began.load(ordering: .relaxed)
    return began == 0 ? 0 : max(0, Self.now() - began)
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
