import ICalendar

/// The lines of a VEVENT that its times and an edit of them are about, as indices into the text. Where a
/// property is repeated, the first counts.
struct EventLines {
  var start: Int?
  var end: Int?
  var duration: Int?
  var stamp: Int?
  var lastModified: Int?
  var sequence: Int?
  var uid: Int?
  var recurrenceID: Int?
  /// RRULE, RDATE, EXDATE and EXRULE, each of which may be there several times.
  var recurrence: [Int] = []

  /// Remembers a line by its name.
  ///
  /// - Returns: false if that property was there already.
  mutating func note(_ name: String, at index: Int) -> Bool {
    switch name {
    case "DTSTART": take(&start, index)
    case "DTEND": take(&end, index)
    case "DURATION": take(&duration, index)
    case "DTSTAMP": take(&stamp, index)
    case "LAST-MODIFIED": take(&lastModified, index)
    case "SEQUENCE": take(&sequence, index)
    case "UID": take(&uid, index)
    case "RECURRENCE-ID": take(&recurrenceID, index)
    case "RRULE", "RDATE", "EXDATE", "EXRULE": keep(index)
    default: true
    }
  }

  private mutating func keep(_ index: Int) -> Bool {
    recurrence.append(index)
    return true
  }

  private func take(_ place: inout Int?, _ index: Int) -> Bool {
    guard place == nil else { return false }
    place = index
    return true
  }
}
