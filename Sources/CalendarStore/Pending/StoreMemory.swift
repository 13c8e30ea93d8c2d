import Glibc

/// The open calendars, the undo history and the stored unsaved changes of a store. Another thread can read them while the store's thread
/// waits for an unresponsive file system, because the lock is never held during file access.
final class StoreMemory: @unchecked Sendable {
  struct Contents: Sendable {
    var calendars: [OpenCalendar] = []
    var history = ChangeHistory()
    /// The unsaved changes that were stored in this run, by file: a later record of the same file replaces them.
    var storedChanges: [ObjectKey: StoredChanges] = [:]
  }

  // Accessed only while `mutex` is held.
  private var contents: Contents
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init(_ contents: Contents = Contents()) {
    self.contents = contents
    // The mutex is recursive, because modifying one property may read another.
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure while no other thread can copy the contents, so that a copy contains either all steps of a
  /// change or none.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// A copy of the current contents.
  var copy: Contents {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return contents
  }

  // The calendars are modified in place, because otherwise a folder's list of files would be copied on each
  // edit.
  var calendars: [OpenCalendar] {
    _read {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      yield contents.calendars
    }
    _modify {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      yield &contents.calendars
    }
  }

  var history: ChangeHistory {
    _read {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      yield contents.history
    }
    _modify {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      yield &contents.history
    }
  }

  var storedChanges: [ObjectKey: StoredChanges] {
    _read {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      yield contents.storedChanges
    }
    _modify {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      yield &contents.storedChanges
    }
  }
}
