import CalendarDocument
import CalendarModel

// A split of a series in a calendar of separate objects writes two of them. If a crash prevents the second write, the
// interrupted split is recognized by a record of this user (`SplitRecords`), the later part, which names the earlier
// one, and the earlier part, which has not been shortened. See docs/decisions/series.md.
extension CalendarStore {
  /// Returns the series whose later occurrences are in two objects of a calendar because a split was interrupted.
  package func interruptedSplits() -> [InterruptedSplit] {
    processMailbox()
    return splitRecords.records().compactMap { record in
      calendar(of: record).flatMap { calendar in
        examinedSplitCount += 1
        return calendar.interruptedSplit(record)
      }
    }
  }

  /// Records that a split is about to be written, undone or redone.
  func recordSplit(earlierPart: EventID, laterPart: EventID) {
    guard let calendar = calendars.first(where: { $0.id == laterPart.calendar }) else { return }
    splitRecords.store(
      SplitRecord(calendar: calendar.splitKey, earlierUID: earlierPart.uid, laterUID: laterPart.uid))
  }

  /// Removes the records of the splits that are certainly not interrupted, because both parts have been read and saved
  /// and do not overlap.
  package func forgetFinishedSplits() {
    for record in splitRecords.records() {
      guard let calendar = calendar(of: record), calendar.unavailableReason == nil, calendar.failures.isEmpty,
        calendar.files.values.allSatisfy({ $0.unsavedSteps.isEmpty }),
        calendar.interruptedSplit(record) == nil
      else { continue }
      splitRecords.remove(record)
    }
  }

  private func calendar(of record: SplitRecord) -> OpenCalendar? {
    calendars.first { $0.hasSeparateObjects && $0.splitKey == record.calendar }
  }
}

extension OpenCalendar {
  /// The key of the calendar in `SplitRecord`.
  fileprivate var splitKey: ByteString {
    guard isFileBased else { return ByteString(id.key) }
    let folder = ByteString(id.path.withoutTrailingSlashes)
    return (try? CalendarFiles.resolvedPath(folder)) ?? folder
  }

  fileprivate func interruptedSplit(_ record: SplitRecord) -> InterruptedSplit? {
    let storedFiles = files.values.filter { $0.isStored && $0.unsavedSteps.isEmpty }
    let earlierParts = storedFiles.compactMap { $0.document.master(ofSeries: record.earlierUID) }
    guard let earlierPart = earlierParts.first, earlierParts.count == 1 else { return nil }
    for file in storedFiles where file.document.events.contains(uid: record.laterUID) {
      for (laterPart, earlierUID, count) in file.document.laterParts
      where laterPart.id.uid == record.laterUID && earlierUID == record.earlierUID {
        return InterruptedSplit(earlierPart: earlierPart, laterPart: laterPart, keptDateCount: count)
      }
    }
    return nil
  }
}
