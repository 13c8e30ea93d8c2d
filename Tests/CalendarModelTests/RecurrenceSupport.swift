import CalendarModel

extension WallTime {
  /// Creates a wall time from `YYYYMMDD` or `YYYYMMDDTHHMMSS`, with or without `Z`.
  init?(compact text: String) {
    let digits = text.filter(\.isNumber)
    guard digits.count == 8 || digits.count == 14, let value = Int(digits) else { return nil }
    let date = digits.count == 8 ? value : value / 1_000_000
    let time = digits.count == 8 ? 0 : value % 1_000_000
    guard let day = Day(year: date / 10_000, month: date / 100 % 100, day: date % 100) else { return nil }
    self.init(day, hour: time / 10_000, minute: time / 100 % 100, second: time % 100)
  }
}
