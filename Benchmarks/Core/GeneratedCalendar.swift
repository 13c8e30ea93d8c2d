/// Generates calendars of any size that resemble real ones. Most events have a time zone, some are in UTC,
/// and some are all-day events. All descriptions are long enough to be folded.
enum GeneratedCalendar {
  /// Returns an iCalendar file with the given number of events. The same arguments always result in the same
  /// file.
  ///
  /// - Parameter interval: the distance between series: if this is 10, every tenth event is a series, which
  ///   begins in 2010 or later. If nil, no event repeats.
  static func bytes(events: Int, repeatingEvery interval: Int? = nil) -> [UInt8] {
    var text = head
    for number in 0..<events {
      if let interval, number % interval == 0 {
        let rule = rules[number / interval % rules.count]
        text += event(number, firstYear: 2010, extraLines: "RRULE:\(rule)\r\n")
      } else {
        text += event(number)
      }
    }
    return Array((text + "END:VCALENDAR\r\n").utf8)
  }

  /// Returns an iCalendar file that contains only the event with the given number.
  static func fileWithEvent(_ number: Int) -> [UInt8] {
    Array((head + event(number) + "END:VCALENDAR\r\n").utf8)
  }

  private static let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Handspan//Benchmark//EN\r\n"

  /// Rules that are common in real calendars. Most of them are weekly.
  private static let rules = [
    "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "FREQ=WEEKLY;COUNT=300",
    "FREQ=WEEKLY;UNTIL=20200101T000000Z", "FREQ=DAILY;COUNT=400", "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=YEARLY", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20180101T000000Z",
  ]

  /// Returns the UID of the event with the given number.
  static func uid(_ number: Int) -> String { "event-\(number)@benchmark.handspan" }

  private static func event(_ number: Int, firstYear: Int = 2020, extraLines: String = "") -> String {
    // There are ten events a day, on the first 28 days of each month of ten years.
    let slot = number / 10
    let date = "\(firstYear + slot / 336 % 10)\(twoDigits(1 + slot / 28 % 12))\(twoDigits(1 + slot % 28))"
    let hour = 8 + number % 10
    let times =
      switch number % 10 {
      case 0: "DTSTART;VALUE=DATE:\(date)"
      case 1: "DTSTART:\(date)T\(twoDigits(hour))0000Z\r\nDURATION:PT45M"
      default:
        """
        DTSTART;TZID=Europe/Berlin:\(date)T\(twoDigits(hour))0000\r
        DTEND;TZID=Europe/Berlin:\(date)T\(twoDigits(hour))4500
        """
      }
    return """
      BEGIN:VEVENT\r
      UID:\(uid(number))\r
      DTSTAMP:20250101T120000Z\r
      \(times)\r
      \(extraLines)SUMMARY:Meeting number \(number)\\, as every week\r
      LOCATION:Room \(number % 40)\r
      DESCRIPTION:An agenda that nobody has read\\, with a line that is long enoug\r
       h to be folded\\nand a second one\r
      CATEGORIES:WORK,PLANNING\r
      END:VEVENT\r

      """
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
