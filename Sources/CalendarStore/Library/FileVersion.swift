import CalendarModel

/// The contents of a file when it was checked, whether or not they are a complete new version.
struct FileVersion: Sendable {
  let contents: FileContents
  /// The parsed file, or the error if it cannot be parsed.
  let file: Result<LoadedFile, StoreError>

  /// Whether the file is a complete calendar, including its END line.
  var isComplete: Bool { if case .success(let file) = file { file.document.isComplete } else { false } }

  /// Returns the verdict on the contents; see `WriteSettling.judge`.
  func verdict(
    of settling: inout WriteSettling, adopted: WriteSettling.AdoptedVersion?, now: ContinuousClock.Instant
  ) -> WriteSettling.Verdict {
    let document = try? file.get().document
    let stamp = contents.stamp
    let observation = WriteSettling.Observation(
      identity: stamp.identity, size: stamp.size, modificationTime: stamp.modificationTime, hash: stamp.hash,
      hasEndLine: document?.isComplete ?? false, calendarCount: document?.calendarCount ?? 0)
    return settling.judge(observation, writer: contents.writer, adopted: adopted, age: contents.age, now: now)
  }
}
