import CalendarModel

extension CalendarStore {
  /// Returns the total size of an open calendar's objects in bytes, including unsaved changes.
  package func size(of calendar: CalendarID) -> Int {
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == calendar }) else { return 0 }
    let files = calendars[calendarIndex].files
    return files.values.indices.reduce(0) { $0 + files.values[$1].document.bytes.count }
  }
}
