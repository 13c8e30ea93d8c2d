import CalendarModel
import CalendarText

extension Phrases {
  /// Returns short names such as "Mon" if all of them fit, otherwise narrow names such as "M".
  func weekdayNames(_ weekdays: [Weekday], fits: (String) -> Bool) -> [String] {
    let shortNames = weekdays.map { shortWeekday($0) }
    return shortNames.allSatisfy(fits) ? shortNames : weekdays.map { narrowWeekday($0) }
  }
}
