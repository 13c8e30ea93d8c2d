import CalendarDocument
import CalendarModel
import Glibc

/// A file that was replaced by a save while another program may still write to it.
struct Replacement: Sendable {
  let file: ReplacedFile
  let key: FileKey
  let filePath: FilePath
  /// What was done to it since: by that save and by later ones.
  var steps: [Step]
  /// Whether what took its place has more than those steps: another program's changes.
  var isOvertaken = false
  /// When it is looked at, whether or not somebody still has it open.
  var deadline: ContinuousClock.Instant
  /// When it is looked at for the last time.
  let end: ContinuousClock.Instant
  /// What was found at the deadline before, where nobody tells whether it is still being written.
  var seen: Int?
}

// A program that opened a file between the last check and the rename writes to a file that has no name any more.
extension CalendarStore {
  /// How long a replaced file is looked at while it is open for writing, and how long it has to stay as it was where
  /// nobody can tell whether it is.
  private static let patience = (writing: Duration.seconds(30), unknown: Duration.seconds(4))
  /// The most files that are kept open at a time: so many, or fewer if they have more than so many bytes, but always a
  /// few.
  private static let replacedLimits = (count: 64, bytes: 1 << 28, few: 8)

  /// Keeps an eye on a file that was replaced. Nothing is looked at in the middle of a save.
  func followReplaced(_ file: ReplacedFile, of key: FileKey, filePath: FilePath, steps: [Step]) {
    let end = clock() + Self.patience.writing
    let deadline = file.isTold(loader.files) ? end : clock() + Self.patience.unknown
    replaced.append(
      Replacement(file: file, key: key, filePath: filePath, steps: steps, deadline: deadline, end: end))
    lookLater(clock() + .milliseconds(100))
  }

  /// Makes room for one more replaced file: the oldest is looked at for the last time.
  func makeRoomForReplaced() async {
    while !replaced.isEmpty {
      let size = replaced.reduce(0) { $0 + $1.file.size }
      let limit = size > Self.replacedLimits.bytes ? Self.replacedLimits.few : Self.replacedLimits.count
      guard replaced.count >= limit else { return }
      let count = replaced.count
      await lookAtReplaced(0, isLast: true)
      // Merging it replaces a file in turn.
      if replaced.count >= count { return }
    }
  }

  /// Keeps what gave way to saves that were killed, and was another program's.
  func keepLeftovers() {
    for position in calendars.indices {
      let path = calendars[position].id.path
      for filePath in calendars[position].leftovers {
        // Of a folder with two calendars it may be kept already.
        guard let contents = try? loader.files.read(filePath),
          let kept = keepAside(contents.bytes, named: ByteString(path).splitPath.name)
        else { continue }
        loader.files.discard(filePath)
        tell(.setAside(.wroteLate(path: path, kept: kept)))
      }
      calendars[position].leftovers = []
    }
  }

  /// Notes that more was saved of a file.
  func noteSaved(_ steps: [Step], of key: FileKey) {
    for number in replaced.indices where replaced[number].key == key { replaced[number].steps += steps }
  }

  /// Notes that another program changed a file.
  func noteOvertaken(_ key: FileKey) {
    for number in replaced.indices where replaced[number].key == key { replaced[number].isOvertaken = true }
  }

  func lookAtReplaced(isLast: Bool = false) async {
    for number in replaced.indices.reversed() { await lookAtReplaced(number, isLast: isLast) }
  }

  /// Gives programs that write to a replaced file a moment to come to their end, before this one comes to its own.
  func awaitLateWriters() async {
    for _ in 0..<50 where !replaced.isEmpty {
      await lookAtReplaced()
      guard replaced.contains(where: { $0.file.isTold(loader.files) }) else { return }
      usleep(20_000)
    }
  }

  /// Looks for the last time at what other programs wrote to files that were replaced, before the program ends.
  package func endLookingAtReplaced() async {
    await awaitLateWriters()
    await lookAtReplaced(isLast: true)
  }

  private func lookAtReplaced(_ number: Int, isLast: Bool) async {
    guard replaced.indices.contains(number) else { return }
    let (replacement, now) = (replaced[number], clock())
    let isLast = isLast || now >= replacement.end
    switch replacement.file.look(loader.files, isLast: isLast || now >= replacement.deadline) {
    case .open: return
    case .untouched: replaced.remove(at: number)
    case .written(let bytes):
      guard isLast || isSettled(bytes, number) else { return wait(number) }
      replaced.remove(at: number)
      do throws(BackendError) {
        if try await merge(bytes, from: replacement) { return }
      } catch {
        guard isLast || error != .busy else {
          // Others may have been looked at while this one was written.
          let position = min(number, replaced.count)
          replaced.insert(replacement, at: position)
          return wait(position)
        }
      }
      guard !bytes.isEmpty else { return }
      let kept = keepAside(bytes, named: replacement.filePath.name)
      tell(.setAside(.wroteLate(path: replacement.filePath.shown, kept: kept)))
    }
  }

  /// Whether what was found is all that somebody writes: where nobody tells, when it is whole and stayed as it was.
  private func isSettled(_ bytes: [UInt8], _ number: Int) -> Bool {
    guard !replaced[number].file.isTold(loader.files) else { return true }
    let hash = FileStamp.hash(of: bytes)
    defer { replaced[number].seen = hash }
    return replaced[number].seen == hash && document(bytes, replaced[number].key) != nil
  }

  private func wait(_ number: Int) {
    replaced[number].deadline = min(clock() + WriteSettling.quiet, replaced[number].end)
    lookLater(replaced[number].deadline)
  }

  private func document(_ bytes: [UInt8], _ key: FileKey) -> CalendarDocument? {
    let document = try? CalendarDocument(
      bytes: bytes, calendar: key.calendar, file: key.file, zones: loader.zones)
    return document?.isClosed == true ? document : nil
  }

  /// Takes what was written late for the version that was replaced, makes again what was done since, and saves that at
  /// once: it is either on the disk, or kept aside by the caller.
  ///
  /// - Returns: whether that went; nothing is changed if not.
  private func merge(_ bytes: [UInt8], from replacement: Replacement) async throws(BackendError) -> Bool {
    let (key, before) = (replacement.key, history)
    guard !replacement.isOvertaken, let old = file(key), let filePath = old.filePath, old.stamp != nil,
      old.damage == nil, let document = document(bytes, key)
    else { return false }
    var newer = LoadedFile(
      filePath: filePath, document: document, stamp: old.stamp, isReadOnly: old.isReadOnly)
    for step in replacement.steps + old.unsaved where !redo(step, on: &newer, of: key) {
      history = before
      return false
    }
    // What was saved before is no news.
    newer.unsaved.removeFirst(replacement.steps.count)
    do throws(BackendError) {
      newer.version = try await write(newer).object?.version
    } catch {
      history = before
      throw error
    }
    // No steps of ours lead from the other replaced files to this.
    noteOvertaken(key)
    put(newer, as: key)
    settle(key, newer, version: newer.version, isWritten: true)
    tell(.changedOutside(present()))
    return true
  }
}
