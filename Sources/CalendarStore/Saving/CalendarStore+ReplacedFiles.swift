import CalendarDocument
import CalendarModel
import Glibc

/// A file that was replaced by a save while another program may still write to it.
struct Replacement: Sendable {
  let file: ReplacedFile
  let key: ObjectKey
  /// The path of the new file.
  let filePath: FilePath
  /// The changes written by that save and by later ones.
  var steps: [Step]
  /// Whether late writes must not be merged, because the new file also contains changes that are not in `steps`,
  /// such as those of another program.
  var isMergingPrevented = false
  /// The time after which the contents are checked even if another program still has the file open.
  var deadline: ContinuousClock.Instant
  /// The time of the final check.
  let finalCheckTime: ContinuousClock.Instant
  /// The hash of the contents at the previous deadline, if the file system cannot detect writers.
  var lastHash: Int?
}

// Watches replaced files: a program that opened a file between the last check and the rename keeps writing to
// that file, although the file no longer has a name.
extension CalendarStore {
  /// How long to watch a replaced file while it is open for writing.
  private static let maximumWatchDuration = Duration.seconds(30)
  /// The delay before a replaced file's contents are first compared if the file system cannot detect writers.
  private static let comparisonDelay = Duration.seconds(4)
  /// The maximum number of replaced files that are kept open: `count`, or `reducedCount` if their total size
  /// exceeds `bytes` bytes.
  private static let replacedFileLimits = (count: 64, bytes: 1 << 28, reducedCount: 8)

  /// Starts watching a file that was replaced. The first check takes place after the current save is
  /// complete.
  func watchReplacedFile(_ file: ReplacedFile, of key: ObjectKey, filePath: FilePath, steps: [Step]) {
    let finalCheckTime = clock() + Self.maximumWatchDuration
    let deadline = file.canDetectWriters(loader.files) ? finalCheckTime : clock() + Self.comparisonDelay
    replacements.append(
      Replacement(
        file: file, key: key, filePath: filePath, steps: steps, deadline: deadline,
        finalCheckTime: finalCheckTime))
    scheduleCheck(clock() + .milliseconds(100))
  }

  /// Makes room for one more replaced file by checking the oldest ones for the last time.
  func limitReplacedFiles() async {
    while !replacements.isEmpty {
      let size = replacements.reduce(0) { $0 + $1.file.size }
      let limit =
        size > Self.replacedFileLimits.bytes
        ? Self.replacedFileLimits.reducedCount : Self.replacedFileLimits.count
      guard replacements.count >= limit else { return }
      let count = replacements.count
      await checkReplacedFile(at: 0, isLast: true)
      // Merging late contents saves the file again, which may add another replaced file.
      if replacements.count >= count { return }
    }
  }

  /// Moves the files left behind by an interrupted save to the conflicts folder. They contain versions
  /// written by other programs.
  func preserveLeftovers() {
    for calendarIndex in calendars.indices {
      let path = calendars[calendarIndex].id.path
      for filePath in calendars[calendarIndex].leftovers {
        // The file may already have been copied for another calendar in the same folder.
        guard let contents = try? loader.files.read(filePath),
          let copyPath = saveConflictCopy(contents.bytes, named: ByteString(path).splitPath.name)
        else { continue }
        loader.files.discard(filePath)
        emit(.saveWarning(.lateWrite(path: path, copyPath: copyPath)))
      }
      calendars[calendarIndex].leftovers = []
    }
  }

  /// Records that further changes were saved to a file, so that they are reapplied if late writes are merged.
  func recordSaved(_ steps: [Step], of key: ObjectKey) {
    for index in replacements.indices where replacements[index].key == key {
      replacements[index].steps += steps
    }
  }

  /// Prevents late writes to the replaced versions of a file from being merged into it; see
  /// `Replacement.isMergingPrevented`.
  func preventMergingLateWrites(to key: ObjectKey) {
    for index in replacements.indices where replacements[index].key == key {
      replacements[index].isMergingPrevented = true
    }
  }

  /// Checks the replaced files for late writes by other programs.
  ///
  /// - Parameter isLast: whether this is the last check of these files.
  func checkReplacedFiles(isLast: Bool = false) async {
    for index in replacements.indices.reversed() { await checkReplacedFile(at: index, isLast: isLast) }
  }

  /// Waits up to a second for programs that are still writing to replaced files.
  func waitForLateWriters() async {
    for _ in 0..<50 where !replacements.isEmpty {
      await checkReplacedFiles()
      guard replacements.contains(where: { $0.file.canDetectWriters(loader.files) }) else { return }
      usleep(20_000)
    }
  }

  /// Checks the replaced files for late writes by other programs. This is the last check before the program
  /// exits.
  package func finishCheckingReplacedFiles() async {
    await waitForLateWriters()
    await checkReplacedFiles(isLast: true)
  }

  private func checkReplacedFile(at index: Int, isLast: Bool) async {
    guard replacements.indices.contains(index) else { return }
    let (replacement, now) = (replacements[index], clock())
    let isLast = isLast || now >= replacement.finalCheckTime
    switch replacement.file.check(loader.files, isLast: isLast || now >= replacement.deadline) {
    case .open: return
    case .untouched: replacements.remove(at: index)
    case .written(let bytes):
      guard isLast || hasFinishedWriting(bytes, at: index) else { return postponeCheck(of: index) }
      replacements.remove(at: index)
      do throws(BackendError) {
        if try await merge(bytes, from: replacement) { return }
      } catch {
        guard isLast || error != .busy else {
          // Other files may have been checked during that write.
          let position = min(index, replacements.count)
          replacements.insert(replacement, at: position)
          return postponeCheck(of: position)
        }
      }
      guard !bytes.isEmpty else { return }
      let copyPath = saveConflictCopy(bytes, named: replacement.filePath.name)
      emit(.saveWarning(.lateWrite(path: replacement.filePath.displayPath, copyPath: copyPath)))
    }
  }

  /// Returns whether the other program has finished writing. If the file system cannot detect writers, this is
  /// assumed once the contents are complete and have not changed since the previous check.
  private func hasFinishedWriting(_ bytes: [UInt8], at index: Int) -> Bool {
    guard !replacements[index].file.canDetectWriters(loader.files) else { return true }
    let hash = FileStamp.hash(of: bytes)
    defer { replacements[index].lastHash = hash }
    return replacements[index].lastHash == hash && document(bytes, replacements[index].key) != nil
  }

  private func postponeCheck(of index: Int) {
    replacements[index].deadline = min(
      clock() + WriteSettling.quietPeriod, replacements[index].finalCheckTime)
    scheduleCheck(replacements[index].deadline)
  }

  private func document(_ bytes: [UInt8], _ key: ObjectKey) -> CalendarDocument? {
    let document = try? CalendarDocument(
      bytes: bytes, calendar: key.calendar, file: key.file, zones: loader.zones)
    return document?.isComplete == true ? document : nil
  }

  /// Treats the late contents as the version that the save replaced, reapplies all changes made since, and
  /// immediately saves the result. If that fails, the caller keeps the contents in the conflicts folder.
  ///
  /// - Returns: whether that succeeded; if not, nothing has changed.
  private func merge(_ bytes: [UInt8], from replacement: Replacement) async throws(BackendError) -> Bool {
    let (key, previousHistory) = (replacement.key, history)
    guard !replacement.isMergingPrevented, let oldFile = file(key), let filePath = oldFile.filePath,
      oldFile.stamp != nil,
      oldFile.damage == nil, let document = document(bytes, key)
    else { return false }
    var newerFile = LoadedFile(
      filePath: filePath, document: document, stamp: oldFile.stamp, isReadOnly: oldFile.isReadOnly)
    for step in replacement.steps + oldFile.unsavedSteps where !reapply(step, to: &newerFile, of: key) {
      history = previousHistory
      return false
    }
    // Steps that were saved before are not reported again.
    newerFile.unsavedSteps.removeFirst(replacement.steps.count)
    do throws(BackendError) {
      newerFile.version = try await write(newerFile).object?.version
    } catch {
      history = previousHistory
      throw error
    }
    // This version contains another program's changes, which would be lost if late contents of the other
    // replaced files were merged in the same way.
    preventMergingLateWrites(to: key)
    setFile(newerFile, as: key)
    markSaved(key, newerFile, version: newerFile.version, isWritten: true)
    emit(.changedExternally(makeSnapshot()))
    return true
  }
}
