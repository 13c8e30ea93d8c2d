import CalendarModel
import Synchronization

/// Reports that the system's time zone may have been changed, by `timedatectl`, the desktop's settings, or
/// any other program that replaces /etc/localtime.
///
/// It watches files instead of using D-Bus, because there is no signal in a sandbox or without systemd, and
/// because timedated writes the file before it sends the signal.
package final class LocalZoneWatcher: Sendable {
  /// The number of links that the kernel follows.
  private static let maximumLinks = 40

  private let files: [String]
  private let report: @Sendable () -> Void
  /// The names of the watched files, by folder.
  private let watchedNames = Mutex<[ByteString: Set<ByteString>]>([:])
  private let watcher = Mutex<FolderWatcher?>(nil)

  /// - Parameters:
  ///   - files: the files that define the zone and its name; see `files(tzVariable:)`.
  ///   - report: called on the watcher's own thread, possibly without an actual change.
  package init(files: [String], report: @escaping @Sendable () -> Void) {
    (self.files, self.report) = (files, report)
    guard !files.isEmpty else { return }
    let watcher = FolderWatcher { [weak self] in self?.handle($0) }
    self.watcher.withLock { $0 = watcher }
    watch()
  }

  deinit { watcher.withLock { $0?.stop() } }

  /// Returns the files that define the zone, depending on the environment variable TZ; empty if TZ itself
  /// defines the zone, because then the zone cannot change.
  package static func files(tzVariable: String?) -> [String] {
    guard let tzVariable else { return ["/etc/localtime", "/etc/timezone"] }
    let path = tzVariable.first == ":" ? String(tzVariable.dropFirst()) : tzVariable
    guard path != "/etc/localtime" else { return files(tzVariable: nil) }
    return path.first == "/" ? [path] : []
  }

  private func handle(_ report: WatchReport) {
    if case .changed(let folder, let changedNames) = report {
      guard watchedNames.withLock({ $0[folder]?.isDisjoint(with: changedNames) == false }) else { return }
    }
    // A symbolic link may have a different target now.
    watch()
    self.report()
  }

  private func watch() {
    var namesByFolder: [ByteString: Set<ByteString>] = [:]
    for file in files {
      for path in LocalZoneWatcher.chain(from: file, readingLink: SystemFile.target) {
        let (folder, name) = ByteString(path).splitPath
        namesByFolder[folder, default: []].insert(name)
      }
    }
    watchedNames.withLock { $0 = namesByFolder }
    watcher.withLock { $0?.watch(Set(namesByFolder.keys)) }
  }

  /// Returns a path and the targets of its chain of symbolic links, because any of them may be replaced: in a
  /// sandbox, for example, only the target of /etc/localtime changes.
  static func chain(from path: String, readingLink: (String) -> String?) -> [String] {
    var chain = [path]
    while chain.count <= maximumLinks, let last = chain.last, let target = readingLink(last), !target.isEmpty
    {
      chain.append(target.hasPrefix("/") ? target : ByteString(last).splitPath.folder.text + "/" + target)
    }
    return chain
  }
}
