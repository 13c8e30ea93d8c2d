import CalendarDocument
import CalendarModel

// A split of a series in a folder of files writes two files. If a crash prevents the second write, the
// interrupted split is recognized by the contents of the files, so it is found on every computer to which the
// folder is synchronized. See docs/decisions/series.md.
extension CalendarStore {
  /// Returns the series whose later occurrences are in two files because a split was interrupted. The files may
  /// be open as parts of a folder or individually.
  package func interruptedSplits() -> [InterruptedSplit] {
    processMailbox()
    let files = calendars.flatMap { calendar in
      calendar.files.sorted { $0.key < $1.key }.map(\.value).filter { $0.isStored && $0.unsavedSteps.isEmpty }
    }
    // Only a split that writes two files can be interrupted, so a single file, which may be large, is not searched.
    guard files.count > 1 else { return [] }
    var splits: [InterruptedSplit] = []
    for (position, file) in files.enumerated() {
      for (laterPart, uid, count) in file.document.laterParts {
        for (otherPosition, otherFile) in files.enumerated() where otherPosition != position {
          guard let earlierPart = otherFile.document.master(ofSeries: uid),
            let split = InterruptedSplit(
              earlierPart: earlierPart, laterPart: laterPart, keptDateCount: count)
          else { continue }
          splits.append(split)
        }
      }
    }
    return splits
  }
}
