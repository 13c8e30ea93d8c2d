import CalendarDocument
import CalendarModel
import Glibc

/// A file that a save replaced, while somebody may still write to it.
struct Replacement: Sendable {
  let file: ReplacedFile
  let key: FileKey
  let place: FilePlace
  /// What was done to it since: by that save and by later ones.
  var steps: [Step]
  /// Whether another program has changed the file that took its place.
  var isOvertaken = false
  /// When it is looked at for the last time.
  let deadline: ContinuousClock.Instant
}

// A program that opened a file between the last check and the rename writes to a file that has no name any more.
extension CalendarStore {
  /// How long a replaced file is looked at while it is open for writing, and where nobody can tell whether it is.
  private static let patience = (writing: Duration.seconds(30), unknown: Duration.seconds(4))
  /// The most files that are kept open at a time.
  private static let mostReplaced = 8

  /// Keeps an eye on a file that was replaced.
  func note(_ file: ReplacedFile, of key: FileKey, place: FilePlace, steps: [Step]) {
    if replaced.count == Self.mostReplaced { lookAtReplaced(0, isLast: true) }
    let patience = file.isTold(loader.files) ? Self.patience.writing : Self.patience.unknown
    replaced.append(
      Replacement(file: file, key: key, place: place, steps: steps, deadline: clock() + patience))
    lookLater(clock() + .milliseconds(100))
  }

  /// Notes that more was saved of a file.
  func noteSaved(_ steps: [Step], of key: FileKey) {
    for number in replaced.indices where replaced[number].key == key { replaced[number].steps += steps }
  }

  /// Notes that another program changed a file.
  func noteOvertaken(_ key: FileKey) {
    for number in replaced.indices where replaced[number].key == key { replaced[number].isOvertaken = true }
  }

  /// Looks at all that was replaced.
  func lookAtReplaced(isLast: Bool = false) {
    for number in replaced.indices.reversed() { lookAtReplaced(number, isLast: isLast) }
  }

  /// Gives programs that write to a replaced file a moment to come to their end, before this one comes to its own.
  func awaitLateWriters() {
    for _ in 0..<50 where !replaced.isEmpty {
      lookAtReplaced()
      guard replaced.contains(where: { $0.file.isTold(loader.files) }) else { return }
      usleep(20_000)
    }
  }

  /// Looks for the last time at what other programs wrote to files that were replaced, before the program ends.
  public func endLookingAtReplaced() {
    awaitLateWriters()
    lookAtReplaced(isLast: true)
  }

  private func lookAtReplaced(_ number: Int, isLast: Bool) {
    let replacement = replaced[number]
    switch replacement.file.look(loader.files, isLast: isLast || clock() >= replacement.deadline) {
    case .open: return
    case .untouched: replaced.remove(at: number)
    case .written(let bytes):
      replaced.remove(at: number)
      guard !merge(bytes, from: replacement), !bytes.isEmpty else { return }
      let kept = keepAside(bytes, of: replacement.place)
      tell(.setAside(.wroteLate(path: replacement.place.shown, kept: kept)))
    }
  }

  /// Takes what was written late for the version that was replaced, and makes again what was done since.
  ///
  /// - Returns: whether that went.
  private func merge(_ bytes: [UInt8], from replacement: Replacement) -> Bool {
    let key = replacement.key
    guard !replacement.isOvertaken, let old = file(key), old.stamp != nil, old.damage == nil,
      let document = try? CalendarDocument(
        bytes: bytes, calendar: key.calendar, file: key.file, zones: loader.zones),
      document.isClosed
    else { return false }
    var newer = LoadedFile(
      place: old.place, document: document, stamp: old.stamp, isReadOnly: old.isReadOnly)
    for step in replacement.steps + old.unsaved {
      guard redo(step, on: &newer, of: key) else { return false }
    }
    // Undone again since, so that nothing is to be done: it has to be written all the same.
    guard !newer.unsaved.isEmpty else { return false }
    put(newer, as: key)
    save(key)
    tell(.changedOutside(present()))
    return true
  }
}
