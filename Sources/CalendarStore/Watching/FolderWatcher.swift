import CalendarModel
import Glibc
import Synchronization

/// A report of changes in watched folders.
enum WatchReport: Sendable, Hashable {
  /// Files with these names in a folder were created, written, renamed or removed, or their attributes were
  /// changed.
  case changed(folder: ByteString, names: Set<ByteString>)
  /// All watched folders have to be checked: the kernel's event queue overflowed, or a change may affect more than
  /// individual files.
  case checkEverything
}

/// Reports changes in folders, using inotify on its own thread.
///
/// A burst of changes, such as those made by a synchronization tool or by an editor saving a file in several
/// steps, is reported once, after a short pause.
final class FolderWatcher: Sendable {
  /// The length of the pause that ends a burst, in milliseconds.
  private static let burstPause: Int32 = 30
  /// The maximum delay of a report, in milliseconds.
  private static let maximumDelay = 250

  /// The watch on one folder. A folder may have several paths, for example through a symbolic link or another
  /// mount.
  private struct Watch {
    /// The paths under which changes in the folder are reported.
    var folders: Set<ByteString> = []
    /// Names in the folder that are part of a watched path. If one of them appears or is replaced, the
    /// watched folder may have appeared.
    var expectedNames: Set<ByteString> = []

    init() {}

    init(uniting one: Watch, _ other: Watch) {
      folders = one.folders.union(other.folders)
      expectedNames = one.expectedNames.union(other.expectedNames)
    }
  }

  /// The pause after the first failed attempt to create an inotify instance, in milliseconds. Each further
  /// pause is twice as long as the previous one, up to `longestRetryDelay`.
  static let firstRetryDelay: Int32 = 1_000
  private static let longestRetryDelay: Int32 = 30_000

  /// The inotify instance; -1 as long as the system refuses to create one.
  private let inotify: Mutex<Int32>
  private let openInotify: @Sendable () -> Int32
  /// Closing this end of a pipe ends the thread, which polls the other end.
  private let stopEnd: Int32
  private let waitEnd: Int32
  /// The current watches, by watch descriptor.
  private let watches = Mutex<[Int32: Watch]>([:])
  /// The folders to watch.
  private let requestedFolders = Mutex<Set<ByteString>>([])
  private let fileType: @Sendable (ByteString) -> mode_t?
  private let firstRetryDelay: Int32
  private let report: @Sendable (WatchReport) -> Void

  /// Creates a watcher without folders. Returns nil if the system allows no more descriptors or threads. In
  /// that case, a change by another program is not detected until Handspan next saves the file and checks for
  /// conflicts.
  ///
  /// If the system refuses to create an inotify instance, the watcher keeps trying, with pauses in between. After
  /// each attempt, it reports `checkEverything`. After such a report, `watch` has to be called again.
  ///
  /// - Parameters:
  ///   - fileType: returns the file type at a path; nil if there is no file. Symbolic links are not followed.
  ///   - firstRetryDelay: the first pause between two attempts, in milliseconds.
  ///   - openInotify: returns a new inotify instance, or -1.
  init?(
    fileType: @escaping @Sendable (ByteString) -> mode_t? = { $0.fileType },
    firstRetryDelay: Int32 = FolderWatcher.firstRetryDelay,
    openInotify: @escaping @Sendable () -> Int32 = FolderWatcher.openInotify,
    report: @escaping @Sendable (WatchReport) -> Void
  ) {
    (self.fileType, self.firstRetryDelay) = (fileType, firstRetryDelay)
    (self.openInotify, self.report) = (openInotify, report)
    inotify = Mutex(openInotify())
    guard let ends = makePipe() else {
      inotify.withLock { if $0 >= 0 { close($0) } }
      return nil
    }
    (waitEnd, stopEnd) = ends
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    guard pthread_create(&thread, nil, FolderWatcher.main, context.toOpaque()) == 0 else {
      context.release()
      stop()
      return nil
    }
    pthread_detach(thread)
  }

  deinit {
    inotify.withLock { if $0 >= 0 { close($0) } }
    close(waitEnd)
  }

  /// Reports changes in exactly these folders. Their ancestors are also watched, so that the appearance of a
  /// missing folder is reported.
  ///
  /// - Parameter timeout: the maximum time to wait for a file system, in milliseconds; nil for no limit. If a
  ///   file system does not respond in time, its folders continue to be watched as before until it responds.
  func watch(_ paths: Set<ByteString>, timeout: Int? = nil) {
    requestedFolders.withLock { $0 = paths }
    let calls = paths.map { path in
      (
        path,
        GuardedCall(onOwnThread: timeout != nil) { callWatch in
          callWatch.measure {
            var pathWatches: [Int32: Watch] = [:]
            self.addWatches(path, into: &pathWatches)
            return pathWatches
          }
        }
      )
    }
    // The lock is not held here, because a file system may not respond. Events that arrive in the meantime
    // for a folder that is not known yet cause a report of `checkEverything`.
    var newWatches: [Int32: Watch] = [:]
    var unresponsivePaths: Set<ByteString> = []
    for (path, call) in calls {
      let pathWatches = call.answer(timeout: timeout) { [weak self] pathWatches in
        self?.merge(pathWatches, of: path)
      }
      if let pathWatches {
        newWatches.merge(pathWatches, uniquingKeysWith: Watch.init(uniting:_:))
      } else {
        unresponsivePaths.insert(path)
      }
    }
    watches.withLock { watches in
      for (watch, oldWatch) in watches where newWatches[watch] == nil {
        if oldWatch.folders.isDisjoint(with: unresponsivePaths),
          oldWatch.expectedNames.isEmpty || unresponsivePaths.isEmpty
        {
          removeWatch(watch)
        } else {
          newWatches[watch] = oldWatch
        }
      }
      watches = newWatches
    }
  }

  /// Watches one more folder. This method can be called on any thread; if the file system does not respond,
  /// only that thread is blocked.
  func add(_ path: ByteString) {
    requestedFolders.withLock { _ = $0.insert(path) }
    var newWatches: [Int32: Watch] = [:]
    addWatches(path, into: &newWatches)
    merge(newWatches, of: path)
  }

  private func merge(_ newWatches: [Int32: Watch], of path: ByteString) {
    let isRequested = requestedFolders.withLock { $0.contains(path) }
    watches.withLock { watches in
      if isRequested { return watches.merge(newWatches, uniquingKeysWith: Watch.init(uniting:_:)) }
      for watch in newWatches.keys where watches[watch] == nil { removeWatch(watch) }
    }
  }

  private func addWatches(_ path: ByteString, into watches: inout [Int32: Watch]) {
    func addWatch(_ folder: ByteString, _ events: Events, _ body: (inout Watch) -> Void = { _ in }) {
      let watch = addInotifyWatch(folder, events)
      if watch >= 0 { body(&watches[watch, default: Watch()]) }
    }
    for component in path.components {
      var kind = fileType(component.path)
      // A symbolic link may be changed to point elsewhere.
      if kind == nil || kind == S_IFLNK {
        addWatch(component.folder, .names) { $0.expectedNames.insert(component.name) }
      }
      // The file may have appeared before the watch was added.
      kind = kind ?? fileType(component.path)
      if kind == nil { return }
      // Moving an ancestor causes no event in the folder itself.
      if component.path != path { addWatch(component.path, .ancestor) }
    }
    addWatch(path, .changes) { $0.folders.insert(path) }
  }

  /// - Returns: the watch descriptor, which is the same for all paths of one folder; -1 if there is no such
  ///   folder.
  private func addInotifyWatch(_ folder: ByteString, _ events: Events) -> Int32 {
    let mask = events.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    let inotify = inotify.withLock(\.self)
    return folder.withCString { inotify_add_watch(inotify, $0, mask) }
  }

  private func removeWatch(_ watch: Int32) { _ = inotify.withLock { inotify_rm_watch($0, watch) } }

  /// Stops watching. Only a report that is already in progress may still arrive.
  func stop() {
    close(stopEnd)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    Unmanaged<FolderWatcher>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  /// Returns a new inotify instance; -1 if the system refuses to create one.
  @Sendable static func openInotify() -> Int32 {
    inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  }

  /// Waits until there is an inotify instance. In the meantime, reports `checkEverything` after each attempt.
  ///
  /// - Returns: whether there is one; false if the watcher was stopped.
  private func waitForInotify() -> Bool {
    var pause = firstRetryDelay
    while inotify.withLock(\.self) < 0 {
      guard wait(pause) != .stopped else { return false }
      let descriptor = openInotify()
      inotify.withLock { $0 = descriptor }
      pause = min(2 * pause, Self.longestRetryDelay)
      report(.checkEverything)
    }
    return true
  }

  private func run() {
    guard waitForInotify() else { return }
    while wait(-1) == .changed {
      var burst = Burst()
      collect(into: &burst)
      var waitedMilliseconds = 0
      while waitedMilliseconds < Self.maximumDelay {
        let result = wait(Self.burstPause)
        if result == .stopped { return }
        if result == .quiet { break }
        collect(into: &burst)
        waitedMilliseconds += Int(Self.burstPause)
      }
      if burst.mustCheckEverything { report(.checkEverything) }
      for (folder, names) in burst.names { report(.changed(folder: folder, names: names)) }
    }
  }

  private enum WaitResult { case changed, quiet, stopped }

  private func wait(_ milliseconds: Int32) -> WaitResult {
    // `poll` ignores a negative descriptor.
    var descriptors = [
      pollfd(fd: inotify.withLock(\.self), events: Int16(POLLIN), revents: 0),
      pollfd(fd: waitEnd, events: Int16(POLLIN), revents: 0),
    ]
    var count = poll(&descriptors, 2, milliseconds)
    while count < 0, errno == EINTR { count = poll(&descriptors, 2, milliseconds) }
    if count < 0 || descriptors[1].revents != 0 { return .stopped }
    return count == 0 ? .quiet : .changed
  }

  private struct Burst {
    var names: [ByteString: Set<ByteString>] = [:]
    var mustCheckEverything = false
  }

  private func collect(into burst: inout Burst) {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      let count = read(inotify.withLock(\.self), buffer.baseAddress, buffer.count)
      let header = MemoryLayout<inotify_event>.size
      var position = 0
      while position + header <= count {
        let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
        let name = buffer[(position + header)..<min(count, position + header + Int(event.len))].prefix {
          $0 != 0
        }
        position += header + Int(event.len)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { burst.mustCheckEverything = true }
        let watch = watches.withLock { watches in
          event.mask & UInt32(IN_IGNORED) == 0 ? watches[event.wd] : watches.removeValue(forKey: event.wd)
        }
        guard let watch else {
          if event.mask & UInt32(IN_IGNORED) == 0 { burst.mustCheckEverything = true }
          continue
        }
        // An event without a name concerns the folder itself: everything in it may be gone.
        if name.isEmpty {
          let removal = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
          if event.mask & removal != 0 { burst.mustCheckEverything = true }
        } else {
          let name = ByteString(bytes: name)
          if watch.expectedNames.contains(name) { burst.mustCheckEverything = true }
          for folder in watch.folders { burst.names[folder, default: []].insert(name) }
        }
      }
    }
  }
}

/// The inotify events to watch for in a folder.
private struct Events {
  let rawValue: UInt32

  /// All changes in the folder, and its own removal.
  static let changes = Events(
    IN_CLOSE_WRITE, IN_MOVED_TO, IN_MOVED_FROM, IN_CREATE, IN_DELETE, IN_ATTRIB, IN_DELETE_SELF, IN_MOVE_SELF)
  /// Names that appear or disappear in the folder, and its own removal.
  static let names = Events(IN_MOVED_TO, IN_MOVED_FROM, IN_CREATE, IN_DELETE, IN_DELETE_SELF, IN_MOVE_SELF)
  /// Only the folder's own removal.
  static let ancestor = Events(IN_DELETE_SELF, IN_MOVE_SELF)

  private init(_ events: Int32...) {
    rawValue = events.reduce(0) { $0 | UInt32(bitPattern: $1) }
  }
}

extension ByteString {
  /// The file type at this path; nil if there is no file. Symbolic links are not followed.
  var fileType: mode_t? {
    var attributes = stat()
    return withCString { lstat($0, &attributes) } == 0 ? attributes.st_mode & S_IFMT : nil
  }

  /// The components of a path in order, each with its parent folder and the path up to it.
  fileprivate var components: [(folder: ByteString, name: ByteString, path: ByteString)] {
    var components: [(folder: ByteString, name: ByteString, path: ByteString)] = []
    var folder: ByteString = bytes.first == Self.slash ? "/" : "."
    for end in bytes.indices where end + 1 == bytes.count || bytes[end + 1] == Self.slash {
      guard bytes[end] != Self.slash else { continue }
      let path = ByteString(bytes: bytes[...end])
      components.append((folder, path.splitPath.name, path))
      folder = path
    }
    return components
  }
}
