import CalendarDocument
import CalendarModel
import Testing

/// Whom a server may notify when it stores one text instead of another (RFC 6638).
@Suite struct PossibleNotificationTests {
  private static let organizer = "ORGANIZER;CN=Ada:mailto:Ada@example.org"
  private static let guests = ["ATTENDEE:mailto:ben@example.org", "ATTENDEE;CN=Eve:MAILTO:eve@example.org"]

  private static func component(_ uid: String, _ lines: [String] = []) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260105T090000Z"] + lines + [
      "END:VEVENT"
    ]
  }

  private static func calendar(_ components: [String]...) -> [UInt8] {
    Array(
      (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + components.joined() + ["END:VCALENDAR"])
        .map { $0 + "\r\n" }.joined().utf8)
  }

  private func notification(
    _ old: [UInt8]?, _ new: [UInt8]?, me: Set<String> = ["ada@example.org"]
  ) -> PossibleNotification? {
    PossibleNotification(replacing: old, with: new, userAddresses: me, in: CalendarID("work"))
  }

  private let meeting = calendar(component("a", [organizer] + guests))
  private let moved = calendar(component("a", [organizer] + guests + ["SUMMARY:Moved"]))
  private let alone = calendar(component("a"))

  @Test func peopleOfBothTextsCount() {
    let both: Set = ["ben@example.org", "eve@example.org"]
    #expect(notification(meeting, moved)?.people == both)
    #expect(notification(nil, meeting)?.people == both)
    #expect(notification(meeting, nil)?.people == both)
    #expect(notification(alone, meeting)?.people == both)
    #expect(notification(meeting, alone)?.people == both)
    let withBen = Self.calendar(Self.component("a", [Self.organizer, Self.guests[0]]))
    let withEve = Self.calendar(Self.component("a", [Self.organizer, Self.guests[1]]))
    #expect(notification(withBen, withEve)?.people == both)
  }

  @Test func nothingThatStaysAsItIsCounts() {
    #expect(notification(meeting, meeting) == nil)
    #expect(notification(nil, alone) == nil)
    let other = Self.component("b", ["SUMMARY:Lunch"])
    let meeting = Self.component("a", [Self.organizer] + Self.guests)
    #expect(notification(Self.calendar(meeting), Self.calendar(meeting, other)) == nil)
  }

  /// The people of each occurrence count, whichever occurrence changes.
  @Test func allComponentsOfASeriesCount() {
    let series = Self.component("a", ["RRULE:FREQ=DAILY"])
    let changed = Self.component("a", ["RECURRENCE-ID:20260106T090000Z", Self.organizer, Self.guests[0]])
    let movedSeries = Self.component("a", ["RRULE:FREQ=DAILY", "SUMMARY:Moved"])
    #expect(
      notification(Self.calendar(series, changed), Self.calendar(movedSeries, changed))?.people == [
        "ben@example.org"
      ])
  }

  @Test(
    arguments: [
      // The user organizes the meeting.
      (["ada@example.org"], ["ben@example.org", "eve@example.org"], false),
      // One of the user's addresses is enough.
      (["me@example.com", "ada@example.org"], ["ben@example.org", "eve@example.org"], false),
      // The user is invited: servers send the answer only to the organizer.
      (["ben@example.org"], ["ada@example.org"], true),
      // Nobody knows who the user is, so everyone may be notified.
      ([], ["ada@example.org", "ben@example.org", "eve@example.org"], false),
      (["me@example.com"], ["ada@example.org", "ben@example.org", "eve@example.org"], false),
    ] as [(Set<String>, Set<String>, Bool)])
  func organizerAndGuestsAreTold(_ me: Set<String>, _ people: Set<String>, _ isCopy: Bool) {
    let result = notification(meeting, moved, me: me)
    #expect(result?.people == people && result?.isCopy == isCopy)
    #expect(result?.organizer == (isCopy ? "Ada" : nil))
  }

  /// The user is invited to one of two meetings, and nobody knows who organizes the other.
  @Test func copyIsNoReasonToOverlookTheGuestsOfAnotherMeeting() {
    let invitation = Self.component("a", [Self.organizer, Self.guests[0]])
    let other = Self.component("b", ["ORGANIZER:mailto:ida@example.org", Self.guests[1]])
    let result = notification(nil, Self.calendar(invitation, other), me: ["ben@example.org"])
    #expect(result?.people == ["ada@example.org", "ida@example.org", "eve@example.org"])
    #expect(result?.isCopy == false)
  }

  @Test func recipientsOfEmailRemindersAreNotNotifiedOfChanges() {
    let alarm = ["BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT5M", Self.guests[0], "END:VALARM"]
    #expect(notification(nil, Self.calendar(Self.component("a", alarm))) == nil)
  }

  @Test func tasksAndPeopleWithoutAnAddressCount() {
    let task = ["BEGIN:VTODO", "UID:a", Self.guests[0], "ATTENDEE;CN=Ida: ", "END:VTODO"]
    #expect(notification(nil, Self.calendar(task))?.people == ["ben@example.org", "ida"])
  }

  @Test func consentCoversOnlyThePeopleWhomItNames() throws {
    let possible = try #require(notification(meeting, moved))
    #expect(!Consent.nobody.covers(possible) && Consent.everyone.covers(possible))
    #expect(!Consent.people(["ben@example.org"]).covers(possible))
    #expect(Consent.people(["ben@example.org"]).adding(["eve@example.org"]).covers(possible))
  }

  @Test func typedAddressesAreRead() {
    #expect(
      UserAddresses.addresses(in: " mailto:Ada@example.org,al@example.org;x  MAILTO:me@example.com ") == [
        "Ada@example.org", "al@example.org", "me@example.com",
      ])
  }
}
