import CGLib
import CalendarStore
import Glibc
import Synchronization

/// The thread that handles everything related to the session bus.
///
/// It runs its own main context, where replies and signals arrive, and is the executor of the actor that handles
/// them. A request therefore needs no lock, and nothing waits for the main thread or for the thread of a store.
final class BusThread: SerialExecutor, @unchecked Sendable {
  private let context: OpaquePointer
  private let loop: OpaquePointer
  /// Set by the thread itself, before it runs the first job.
  private var thread = pthread_t()
  private let isStarted = Mutex(false)

  init() {
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
  }

  /// Starts the thread, unless it is already running. It is not needed before the first job.
  private func start() {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    guard isFirst else { return }
    startDetachedThread(Unmanaged.passRetained(self).toOpaque(), BusThread.main)
  }

  deinit {
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    let busThread = Unmanaged<BusThread>.fromOpaque(pointer).takeRetainedValue()
    busThread.thread = pthread_self()
    g_main_context_push_thread_default(busThread.context)
    g_main_loop_run(busThread.loop)
    g_main_context_pop_thread_default(busThread.context)
    return nil
  }

  /// A job, and the executor that has to exist until the job has run.
  private final class Job {
    let job: UnownedJob
    let thread: BusThread

    init(_ job: UnownedJob, on thread: BusThread) { (self.job, self.thread) = (job, thread) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    start()
    let job = Job(UnownedJob(job), on: self)
    attach(Unmanaged.passRetained(job).toOpaque()) { pointer in
      guard let pointer else { return 0 }
      let job = Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue()
      job.job.runSynchronously(on: job.thread.asUnownedSerialExecutor())
      return 0
    }
  }

  /// Ends the thread after the queued jobs. The executor must not be used afterward.
  func stop() {
    guard isStarted.withLock({ $0 }) else { return }
    attach(Unmanaged.passRetained(self).toOpaque()) { pointer in
      guard let pointer else { return 0 }
      g_main_loop_quit(Unmanaged<BusThread>.fromOpaque(pointer).takeRetainedValue().loop)
      return 0
    }
  }

  /// Calls a function once on the thread, after the functions that were attached earlier.
  private func attach(
    _ data: UnsafeMutableRawPointer,
    _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Int32
  ) {
    let source = g_idle_source_new()
    g_source_set_priority(source, 0)
    g_source_set_callback(source, function, data, nil)
    g_source_attach(source, context)
    g_source_unref(source)
  }

  func checkIsolated() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "not on the thread of the session bus")
  }
}
