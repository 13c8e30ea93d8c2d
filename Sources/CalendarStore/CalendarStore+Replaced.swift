import CalendarDocument
import CalendarModel
import Glibc

/// A file that was replaced by a save while another program may still write to it.
struct Replacement: Sendable {
  let file: ReplacedFile
  let key: FileKey
  let filePath: FilePath
  /// The changes written by that save and by later ones.
  var steps: [Step]
  /// Whether the file that replaced it also has changes by another program.
  var hasForeignChanges = false
  /// The time of the next check that does not require other programs to have closed the file.
  var deadline: ContinuousClock.Instant
  /// The time of the last check.
  let end: ContinuousClock.Instant
  /// The hash of the contents at the previous deadline, if the file system cannot detect writers.
  var lastHash: Int?
}

// A program that opened a file between the last check and the rename keeps writing to a file that no longer
// has a name.
extension CalendarStore {
  /// How long to watch a replaced file while it is open for writing, and how long its contents must stay
  /// unchanged if the file system cannot detect writers.
  private static let timeouts = (writing: Duration.seconds(30), unknown: Duration.seconds(4))
  /// The maximum number of replaced files that are kept open: `count`, or `few` if together they have more
  /// than `bytes` bytes.
  private static let replacedFileLimits = (count: 64, bytes: 1 << 28, few: 8)

  /// Starts watching a file that was replaced. It is not checked before the current save is done.
  func watchReplacedFile(_ file: ReplacedFile, of key: FileKey, filePath: FilePath, steps: [Step]) {
    let end = clock() + Self.timeouts.writing
    let deadline = file.canDetectWriters(loader.files) ? end : clock() + Self.timeouts.unknown
    replaced.append(
      Replacement(file: file, key: key, filePath: filePath, steps: steps, deadline: deadline, end: end))
    scheduleCheck(clock() + .milliseconds(100))
  }

  /// Ensures that one more replaced file may be kept open, by checking the oldest ones for the last time.
  func limitReplacedFiles() async {
    while !replaced.isEmpty {
      let size = replaced.reduce(0) { $0 + $1.file.size }
      let limit =
        size > Self.replacedFileLimits.bytes ? Self.replacedFileLimits.few : Self.replacedFileLimits.count
      guard replaced.count >= limit else { return }
      let count = replaced.count
      await checkReplacedFiles(0, isLast: true)
      // Merging a file replaces another one.
      if replaced.count >= count { return }
    }
  }

  /// Copies the versions of other programs that an interrupted save had replaced to the conflicts folder.
  func copyLeftovers() {
    for position in calendars.indices {
      let path = calendars[position].id.path
      for filePath in calendars[position].leftovers {
        // Another calendar in the same folder may already have copied it.
        guard let contents = try? loader.files.read(filePath),
          let kept = saveConflictCopy(contents.bytes, named: ByteString(path).splitPath.name)
        else { continue }
        loader.files.discard(filePath)
        emit(.setAside(.lateWrite(path: path, kept: kept)))
      }
      calendars[position].leftovers = []
    }
  }

  /// Records further changes saved to a file.
  func recordSaved(_ steps: [Step], of key: FileKey) {
    for number in replaced.indices where replaced[number].key == key { replaced[number].steps += steps }
  }

  /// Records that another program changed a file.
  func recordForeignChange(_ key: FileKey) {
    for number in replaced.indices where replaced[number].key == key {
      replaced[number].hasForeignChanges = true
    }
  }

  func checkReplacedFiles(isLast: Bool = false) async {
    for number in replaced.indices.reversed() { await checkReplacedFiles(number, isLast: isLast) }
  }

  /// Waits up to a second for programs that are writing to a replaced file, before this program exits.
  func waitForLateWriters() async {
    for _ in 0..<50 where !replaced.isEmpty {
      await checkReplacedFiles()
      guard replaced.contains(where: { $0.file.canDetectWriters(loader.files) }) else { return }
      usleep(20_000)
    }
  }

  /// Checks the replaced files for late writes by other programs, for the last time before the program exits.
  package func finishCheckingReplacedFiles() async {
    await waitForLateWriters()
    await checkReplacedFiles(isLast: true)
  }

  private func checkReplacedFiles(_ number: Int, isLast: Bool) async {
    guard replaced.indices.contains(number) else { return }
    let (replacement, now) = (replaced[number], clock())
    let isLast = isLast || now >= replacement.end
    switch replacement.file.check(loader.files, isLast: isLast || now >= replacement.deadline) {
    case .open: return
    case .untouched: replaced.remove(at: number)
    case .written(let bytes):
      guard isLast || isDoneWriting(bytes, number) else { return postponeCheck(of: number) }
      replaced.remove(at: number)
      do throws(BackendError) {
        if try await merge(bytes, from: replacement) { return }
      } catch {
        guard isLast || error != .busy else {
          // Other files may have been checked during that write.
          let position = min(number, replaced.count)
          replaced.insert(replacement, at: position)
          return postponeCheck(of: position)
        }
      }
      guard !bytes.isEmpty else { return }
      let kept = saveConflictCopy(bytes, named: replacement.filePath.name)
      emit(.setAside(.lateWrite(path: replacement.filePath.displayPath, kept: kept)))
    }
  }

  /// Whether the other program is done writing. If the file system cannot detect writers: whether the
  /// contents are complete and have stayed unchanged.
  private func isDoneWriting(_ bytes: [UInt8], _ number: Int) -> Bool {
    guard !replaced[number].file.canDetectWriters(loader.files) else { return true }
    let hash = FileStamp.hash(of: bytes)
    defer { replaced[number].lastHash = hash }
    return replaced[number].lastHash == hash && document(bytes, replaced[number].key) != nil
  }

  private func postponeCheck(of number: Int) {
    replaced[number].deadline = min(clock() + WriteSettling.quietPeriod, replaced[number].end)
    scheduleCheck(replaced[number].deadline)
  }

  private func document(_ bytes: [UInt8], _ key: FileKey) -> CalendarDocument? {
    let document = try? CalendarDocument(
      bytes: bytes, calendar: key.calendar, file: key.file, zones: loader.zones)
    return document?.isClosed == true ? document : nil
  }

  /// Treats the late contents as the version before our save, reapplies all changes made since, and saves the
  /// result at once. If that fails, the caller keeps the contents in the conflicts folder.
  ///
  /// - Returns: whether that succeeded; if not, nothing has changed.
  private func merge(_ bytes: [UInt8], from replacement: Replacement) async throws(BackendError) -> Bool {
    let (key, before) = (replacement.key, history)
    guard !replacement.hasForeignChanges, let old = file(key), let filePath = old.filePath, old.stamp != nil,
      old.damage == nil, let document = document(bytes, key)
    else { return false }
    var newer = LoadedFile(
      filePath: filePath, document: document, stamp: old.stamp, isReadOnly: old.isReadOnly)
    for step in replacement.steps + old.unsaved where !reapply(step, to: &newer, of: key) {
      history = before
      return false
    }
    // Steps that were saved before are not reported again.
    newer.unsaved.removeFirst(replacement.steps.count)
    do throws(BackendError) {
      newer.version = try await write(newer).object?.version
    } catch {
      history = before
      throw error
    }
    // The other replaced files can no longer be turned into this version by our steps alone.
    recordForeignChange(key)
    put(newer, as: key)
    markSaved(key, newer, version: newer.version, isWritten: true)
    emit(.changedExternally(makeSnapshot()))
    return true
  }
}
