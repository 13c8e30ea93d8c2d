import CalendarModel
import Testing

@testable import CalendarText

@Suite struct SubscriptionPhrasesTests {
  @Test(
    "the age of a subscription is given in minutes, hours or days",
    arguments: [
      (nil, "never updated"), (-5, "last updated just now"), (0, "last updated just now"),
      (59, "last updated just now"),
      (60, "last updated 1 minute ago"), (3_599, "last updated 59 minutes ago"),
      (3_600, "last updated 1 hour ago"),
      (86_399, "last updated 23 hours ago"), (86_400, "last updated 1 day ago"),
      (86_400 * 40, "last updated 40 days ago"),
    ] as [(Int?, String)])
  func age(_ seconds: Int?, _ expected: String) {
    #expect(Phrases().age(ofSubscription: seconds) == expected)
  }

  @Test(
    "an interval is given in a single unit",
    arguments: [
      (nil, "As Suggested by the Publisher"), (900, "15 Minutes"), (3_600, "1 Hour"), (21_600, "6 Hours"),
      (86_400, "1 Day"), (604_800, "1 Week"),
    ] as [(Int?, String)])
  func interval(_ seconds: Int?, _ expected: String) {
    #expect(Phrases().refreshInterval(seconds) == expected)
  }

  @Test("the message about a fault names only the server")
  func fault() {
    let error = StoreError.unreadable(
      .name("example.com"), reason: .subscription(.tooLarge(limit: 50_000_000)))
    #expect(
      error.message(Phrases().translator)
        == "“example.com” cannot be read: the calendar is larger than 50 MB.")
  }
}
