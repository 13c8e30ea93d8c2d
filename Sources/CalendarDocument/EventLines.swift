import ICalendar

/// The lines of a VEVENT that its times and edits depend on, as indices into the text. If a property is
/// repeated, its first line is used.
struct EventLines {
  var start: Int?
  var end: Int?
  var duration: Int?
  var stamp: Int?
  var lastModified: Int?
  var sequence: Int?
  var uid: Int?
  var recurrenceID: Int?
  var organizer: Int?
  /// X-MICROSOFT-CDO-ALLDAYEVENT, by which Outlook decides whether the event is all-day.
  var allDayFlag: Int?
  /// RRULE, RDATE, EXDATE and EXRULE, each of which may occur several times.
  var recurrence: [Int] = []

  /// Records the index of a line under the name of its property.
  ///
  /// - Returns: false if the property had already been recorded.
  mutating func record(_ name: String, at index: Int) -> Bool {
    switch name {
    case "DTSTART": setOnce(&start, index)
    case "DTEND": setOnce(&end, index)
    case "DURATION": setOnce(&duration, index)
    case "DTSTAMP": setOnce(&stamp, index)
    case "LAST-MODIFIED": setOnce(&lastModified, index)
    case "SEQUENCE": setOnce(&sequence, index)
    case "UID": setOnce(&uid, index)
    case "RECURRENCE-ID": setOnce(&recurrenceID, index)
    case "ORGANIZER": useFirst(index, as: &organizer)
    case ForeignTimes.allDayFlag: useFirst(index, as: &allDayFlag)
    case "RRULE", "RDATE", "EXDATE", "EXRULE": addRecurrence(index)
    default: true
    }
  }

  private func useFirst(_ index: Int, as line: inout Int?) -> Bool {
    line = line ?? index
    return true
  }

  private mutating func addRecurrence(_ index: Int) -> Bool {
    recurrence.append(index)
    return true
  }

  private func setOnce(_ line: inout Int?, _ index: Int) -> Bool {
    guard line == nil else { return false }
    line = index
    return true
  }
}
