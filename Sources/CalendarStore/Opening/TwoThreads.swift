import Glibc
import Synchronization

/// Splits work between two threads. It is used for reading the files of a folder, which alternates between
/// waiting for the kernel and parsing.
enum TwoThreads {
  /// Processes a list in two parts, each on its own thread.
  ///
  /// - Parameters:
  ///   - minimum: the minimum length for two parts; a shorter list is processed as one part.
  ///   - body: processes a part. Its second argument is true on the thread that is not the caller's.
  /// - Returns: the result of each part.
  static func map<Element: Sendable, Result: Sendable>(
    _ list: [Element], atLeast minimum: Int,
    _ body: @Sendable (ArraySlice<Element>, _ isSecondThread: Bool) -> Result
  ) -> [Result] {
    guard list.count >= minimum, sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 else {
      return [body(list[...], false)]
    }
    let middle = list.count / 2
    let secondResult = Mutex<Result?>(nil)
    return withoutActuallyEscaping(body) { body in
      let task = Body { secondResult.withLock { $0 = body(list[middle...], true) } }
      var thread = pthread_t()
      let context = Unmanaged.passRetained(task)
      guard pthread_create(&thread, nil, Body.main, context.toOpaque()) == 0 else {
        context.release()
        return [body(list[...], false)]
      }
      let firstResult = body(list[..<middle], false)
      pthread_join(thread, nil)
      return [firstResult] + secondResult.withLock { $0.map { [$0] } ?? [] }
    }
  }

  /// The body of the second thread. It is not generic, because a C function pointer cannot be.
  private final class Body: Sendable {
    private let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }

    static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
      guard let pointer else { return nil }
      Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    }
  }
}
