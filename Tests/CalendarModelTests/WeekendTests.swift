import CalendarModel
import Foundation
import Testing

/// Weekends, compared with those of Foundation, which has the data of the Unicode Common Locale Data Repository.
@Suite struct WeekendTests {
  @Test func weekendsMatchTheCommonLocaleDataRepository() throws {
    let territories = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }
    try #require(territories.count > 200)
    let monday = try #require(
      DateComponents(calendar: Calendar(identifier: .gregorian), year: 2035, month: 1, day: 8, hour: 12).date)
    for territory in territories {
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = Locale(identifier: "en_\(territory)")
      let weekend = Weekday.allCases.filter {
        calendar.isDateInWeekend(monday.addingTimeInterval(Double($0.rawValue - 1) * 86_400))
      }
      #expect(Weekday.weekend(inLocale: "xx_\(territory).UTF-8") == Set(weekend), "\(territory)")
    }
  }

  @Test(arguments: ["C", "POSIX", "C.UTF-8", "", "en", "de_DE.UTF-8", "de_DE@euro", "_"])
  func weekendIsSaturdayAndSundayByDefault(locale: String) {
    #expect(Weekday.weekend(inLocale: locale) == [.saturday, .sunday])
  }

  @Test func encodingAndModifierAreIgnored() {
    #expect(Weekday.weekend(inLocale: "ar_EG") == [.friday, .saturday])
    #expect(Weekday.weekend(inLocale: "ar_EG.UTF-8@x") == [.friday, .saturday])
    #expect(Weekday.weekend(inLocale: "hi_IN@x") == [.sunday])
  }
}
