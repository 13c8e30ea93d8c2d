import CAgent
import CalendarStore

/// GLib's main loop, on the main thread.
enum MainThread {
  private final class Work: Sendable {
    let run: @MainActor @Sendable () -> Void
    init(_ run: @escaping @MainActor @Sendable () -> Void) { self.run = run }
  }

  /// Calls a function on the main thread, from any thread.
  static func post(_ work: @escaping @MainActor @Sendable () -> Void) {
    g_idle_add_full(
      G_PRIORITY_DEFAULT, { MainThread.run($0) }, Unmanaged.passRetained(Work(work)).toOpaque(),
      { MainThread.release($0) })
  }

  /// Calls a function once after a time.
  static func after(milliseconds: UInt32, _ work: @escaping @MainActor @Sendable () -> Void) {
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, milliseconds, { MainThread.run($0) }, Unmanaged.passRetained(Work(work)).toOpaque(),
      { MainThread.release($0) })
  }

  /// Calls a function on the main thread whenever a Unix signal arrives.
  static func onSignal(_ number: Int32, _ handler: @escaping @MainActor @Sendable () -> Void) {
    g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, number,
      { data in
        MainThread.run(data)
        return 1
      }, Unmanaged.passRetained(Work(handler)).toOpaque(), { MainThread.release($0) })
  }

  /// Calls a function on the main thread whenever a descriptor is readable.
  static func onReadable(_ descriptor: Int32, _ handler: @escaping @MainActor @Sendable () -> Void) {
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
      { _, _, data in
        MainThread.run(data)
        return 1
      }, Unmanaged.passRetained(Work(handler)).toOpaque(), { MainThread.release($0) })
  }

  @discardableResult
  private static func run(_ data: UnsafeMutableRawPointer?) -> Int32 {
    guard let data else { return 0 }
    let work = Unmanaged<Work>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { work.run() }
    return 0
  }

  private static func release(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<Work>.fromOpaque(data).release() }
  }
}

/// Threads for reading files, which may block.
enum Background {
  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func run(_ work: @escaping @Sendable () -> Void) {
    startDetachedThread(Unmanaged.passRetained(Work(work)).toOpaque()) { data in
      if let data { Unmanaged<Work>.fromOpaque(data).takeRetainedValue().run() }
      return nil
    }
  }
}
