import CalendarModel
/// The contents that a file had when it was read, whether or not they are a complete new version.
struct FileVersion: Sendable {
  let contents: FileContents
  /// The parsed file, or the error if it cannot be parsed.
  let file: Result<LoadedFile, StoreError>

  /// The verdict on these contents; see `WriteSettling.judge`.
  func verdict(
    of settling: inout WriteSettling, known: WriteSettling.Known?, now: ContinuousClock.Instant
  ) -> WriteSettling.Verdict {
    let document = try? file.get().document
    let stamp = contents.stamp
    let sighting = WriteSettling.Sighting(
      identity: stamp.identity, size: stamp.size, modified: stamp.modified, hash: stamp.hash,
      isClosed: document?.isClosed ?? false, calendarCount: document?.calendarCount ?? 0)
    return settling.judge(sighting, writer: contents.writer, known: known, age: contents.age, now: now)
  }
}
