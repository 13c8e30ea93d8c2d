import Glibc

/// The thread on which a store does all its work, so that file access does not block the main thread.
final class StoreThread: SerialExecutor, @unchecked Sendable {
  // Accessed only while `mutex` is held.
  private var jobs: [UnownedJob] = []
  private var isStopped = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    startDetachedThread(Unmanaged.passRetained(self).toOpaque(), StoreThread.main)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(mutex)
    jobs.append(job)
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
  }

  /// Ends the thread once all jobs are done. The executor must not be used after this call.
  func stop() {
    pthread_mutex_lock(mutex)
    isStopped = true
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    let thread = Unmanaged<StoreThread>.fromOpaque(pointer).takeRetainedValue()
    while let jobs = thread.waitForJobs() {
      for job in jobs { job.runSynchronously(on: thread.asUnownedSerialExecutor()) }
    }
    return nil
  }

  /// Waits for jobs and returns them in order; nil if the thread should end.
  private func waitForJobs() -> [UnownedJob]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty, !isStopped { pthread_cond_wait(condition, mutex) }
    defer { jobs.removeAll(keepingCapacity: true) }
    return jobs.isEmpty ? nil : jobs
  }
}
