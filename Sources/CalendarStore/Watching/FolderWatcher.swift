import Glibc
import Synchronization

/// What a watcher saw.
enum WatchReport: Sendable, Hashable {
  /// These names in that folder were written, renamed, removed or given other rights.
  case changed(folder: String, names: Set<String>)
  /// More happened than the kernel kept: anything may have changed.
  case overflow
}

/// Tells of changes in folders, by inotify, from a thread of its own.
///
/// What happens in a burst (a synchronisation, an editor that writes, renames and touches) is told once, when
/// it has been quiet for a moment.
final class FolderWatcher: Sendable {
  /// How long it has to be quiet, and how long a report is put off at most, in milliseconds.
  private static let quiet: Int32 = 30
  private static let patience = 250

  private static let changes = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
      | IN_MOVE_SELF
      | IN_ONLYDIR)

  private let inotify: Int32
  /// Closing the one end makes the thread, which waits at the other, end.
  private let stopEnd: Int32
  private let waitEnd: Int32
  private let folders = Mutex<[Int32: String]>([:])
  private let report: @Sendable (WatchReport) -> Void

  /// Starts to watch nothing. Nil where the system allows no more watchers: then a change is seen when the
  /// file is next written, which checks.
  init?(report: @escaping @Sendable (WatchReport) -> Void) {
    self.report = report
    inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    var ends: [Int32] = [-1, -1]
    guard inotify >= 0, pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (waitEnd, stopEnd) = (ends[0], ends[1])
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    guard pthread_create(&thread, nil, FolderWatcher.main, context.toOpaque()) == 0 else {
      context.release()
      return nil
    }
    pthread_detach(thread)
  }

  deinit {
    close(inotify)
    close(waitEnd)
  }

  /// Watches exactly these folders. Those that are not there are not watched.
  func watch(_ paths: Set<String>) {
    folders.withLock { folders in
      for (watch, path) in folders where !paths.contains(path) {
        inotify_rm_watch(inotify, watch)
        folders[watch] = nil
      }
      // Known ones too: a folder that was replaced is another folder.
      for path in paths {
        let watch = inotify_add_watch(inotify, path, Self.changes)
        if watch >= 0 { folders[watch] = path }
      }
    }
  }

  /// Watches one folder more. May be called from any thread: on a file system that does not answer it waits without
  /// holding up the others.
  func add(_ path: String) {
    let watch = inotify_add_watch(inotify, path, Self.changes)
    if watch >= 0 { folders.withLock { $0[watch] = path } }
  }

  /// Ends the watching; nothing is reported afterwards but what is under way.
  func stop() {
    close(stopEnd)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    Unmanaged<FolderWatcher>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  private func run() {
    while wait(-1) == .changed {
      var seen = Burst()
      collect(into: &seen)
      var waited = 0
      while waited < Self.patience {
        let answer = wait(Self.quiet)
        if answer == .stopped { return }
        if answer == .quiet { break }
        collect(into: &seen)
        waited += Int(Self.quiet)
      }
      if seen.isOverflow { report(.overflow) }
      for (folder, names) in seen.names { report(.changed(folder: folder, names: names)) }
    }
  }

  private enum Answer { case changed, quiet, stopped }

  private func wait(_ milliseconds: Int32) -> Answer {
    var ends = [
      pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
      pollfd(fd: waitEnd, events: Int16(POLLIN), revents: 0),
    ]
    var count = poll(&ends, 2, milliseconds)
    while count < 0, errno == EINTR { count = poll(&ends, 2, milliseconds) }
    if count < 0 || ends[1].revents != 0 { return .stopped }
    return count == 0 ? .quiet : .changed
  }

  private struct Burst {
    var names: [String: Set<String>] = [:]
    var isOverflow = false
  }

  private func collect(into burst: inout Burst) {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      let count = read(inotify, buffer.baseAddress, buffer.count)
      let header = MemoryLayout<inotify_event>.size
      var position = 0
      while position + header <= count {
        let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
        let name = buffer[(position + header)..<min(count, position + header + Int(event.len))].prefix {
          $0 != 0
        }
        position += header + Int(event.len)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { burst.isOverflow = true }
        let folder = folders.withLock { folders in
          event.mask & UInt32(IN_IGNORED) == 0 ? folders[event.wd] : folders.removeValue(forKey: event.wd)
        }
        guard let folder else { continue }
        // Without a name it concerns the folder itself: everything in it may be gone.
        if name.isEmpty {
          if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { burst.isOverflow = true }
        } else {
          burst.names[folder, default: []].insert(String(decoding: name, as: UTF8.self))
        }
      }
    }
  }
}
