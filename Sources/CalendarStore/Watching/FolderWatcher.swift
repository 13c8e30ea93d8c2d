import CalendarModel
import Glibc
import Synchronization

/// What a watcher observed.
enum WatchReport: Sendable, Hashable {
  /// These names in that folder were written, renamed, removed or given other rights.
  case changed(folder: ByteString, names: Set<ByteString>)
  /// More happened than the kernel kept: anything may have changed.
  case overflow
}

/// Reports changes in folders, using inotify on its own thread.
///
/// What happens in a burst (a synchronisation, an editor that writes, renames and touches) is told once, when
/// it has been quiet for a moment.
final class FolderWatcher: Sendable {
  /// How long it has to be quiet, and how long a report is put off at most, in milliseconds.
  private static let quiet: Int32 = 30
  private static let patience = 250

  /// What is watched of a folder, which may have several paths: through a link, another mount, a slash at the end.
  private struct Watch {
    /// The paths by which changes in it are told.
    var folders: Set<ByteString> = []
    /// Names in it that lead to a watched folder: one that comes, or becomes another, may bring that.
    var awaited: Set<ByteString> = []
  }

  private let inotify: Int32
  /// Closing the one end makes the thread, which waits at the other, end.
  private let stopEnd: Int32
  private let waitEnd: Int32
  private let watches = Mutex<[Int32: Watch]>([:])
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

  /// Watches exactly these folders, and the way to each: one that is not there, or goes, is watched when it comes.
  func watch(_ paths: Set<ByteString>) {
    // Not under the lock: a file system may not answer. What is told meanwhile of a folder that is not known yet counts
    // as an overflow.
    var new: [Int32: Watch] = [:]
    for path in paths { follow(path, into: &new) }
    watches.withLock { watches in
      for watch in watches.keys where new[watch] == nil { inotify_rm_watch(inotify, watch) }
      watches = new
    }
  }

  /// Watches one folder more. May be called from any thread: on a file system that does not answer it waits without
  /// holding up the others.
  func add(_ path: ByteString) {
    var new: [Int32: Watch] = [:]
    follow(path, into: &new)
    watches.withLock { watches in
      watches.merge(new) { old, new in
        Watch(folders: old.folders.union(new.folders), awaited: old.awaited.union(new.awaited))
      }
    }
  }

  private func follow(_ path: ByteString, into watches: inout [Int32: Watch]) {
    func addWatch(_ folder: ByteString, _ events: Events, _ body: (inout Watch) -> Void = { _ in }) {
      let watch = add(folder, events)
      if watch >= 0 { body(&watches[watch, default: Watch()]) }
    }
    for step in path.steps {
      var kind = step.path.fileType
      // A link may be made to lead elsewhere.
      if kind == nil || kind == S_IFLNK { addWatch(step.folder, .awaited) { $0.awaited.insert(step.name) } }
      // It may have come before it was awaited.
      kind = kind ?? step.path.fileType
      if kind == nil { return }
      // What is above it may be moved away, of which nothing in it says a word.
      if step.path != path { addWatch(step.path, .way) }
    }
    addWatch(path, .changes) { $0.folders.insert(path) }
  }

  /// - Returns: the watch, which is the same for all paths of one folder; -1 if there is no such folder.
  private func add(_ folder: ByteString, _ events: Events) -> Int32 {
    let mask = events.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    return folder.withCString { inotify_add_watch(inotify, $0, mask) }
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
    var names: [ByteString: Set<ByteString>] = [:]
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
        let watch = watches.withLock { watches in
          event.mask & UInt32(IN_IGNORED) == 0 ? watches[event.wd] : watches.removeValue(forKey: event.wd)
        }
        guard let watch else {
          if event.mask & UInt32(IN_IGNORED) == 0 { burst.isOverflow = true }
          continue
        }
        // Without a name it concerns the folder itself: everything in it may be gone.
        if name.isEmpty {
          let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
          if event.mask & gone != 0 { burst.isOverflow = true }
        } else {
          let name = ByteString(bytes: name)
          if watch.awaited.contains(name) { burst.isOverflow = true }
          for folder in watch.folders { burst.names[folder, default: []].insert(name) }
        }
      }
    }
  }
}

/// The events of a folder that are reported.
private struct Events {
  let rawValue: UInt32

  /// Everything in it, and its own end.
  static let changes = Events(
    IN_CLOSE_WRITE, IN_MOVED_TO, IN_MOVED_FROM, IN_CREATE, IN_DELETE, IN_ATTRIB, IN_DELETE_SELF, IN_MOVE_SELF)
  /// Which names come and go.
  static let awaited = Events(IN_MOVED_TO, IN_MOVED_FROM, IN_CREATE, IN_DELETE, IN_DELETE_SELF, IN_MOVE_SELF)
  /// Its own end alone.
  static let way = Events(IN_DELETE_SELF, IN_MOVE_SELF)

  private init(_ events: Int32...) {
    rawValue = events.reduce(0) { $0 | UInt32(bitPattern: $1) }
  }
}

extension ByteString {
  /// What kind of file is at that path; nil if there is none. Links are not followed.
  fileprivate var fileType: mode_t? {
    var facts = stat()
    return withCString { lstat($0, &facts) } == 0 ? facts.st_mode & S_IFMT : nil
  }

  /// The names of a path one after another, each with the folder that it is in and the path that leads to it.
  fileprivate var steps: [(folder: ByteString, name: ByteString, path: ByteString)] {
    var steps: [(folder: ByteString, name: ByteString, path: ByteString)] = []
    var folder: ByteString = bytes.first == Self.slash ? "/" : "."
    for end in bytes.indices where end + 1 == bytes.count || bytes[end + 1] == Self.slash {
      guard bytes[end] != Self.slash else { continue }
      let path = ByteString(bytes: bytes[...end])
      steps.append((folder, path.splitPath.name, path))
      folder = path
    }
    return steps
  }
}
