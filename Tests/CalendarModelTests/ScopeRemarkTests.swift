import CalendarModel
import Testing

@Suite struct ScopeRemarkTests {
  /// The usual remark is about the series. A changed occurrence may have guests whom the series does not have.
  @Test func userAgreesOnlyToWhatIsShown() {
    let guests = ScopeRemark(people: ["ben@example.org"])
    #expect(guests.shown(withUsualText: nil).context.agreedPeople.isEmpty)
    let usual = guests.shown(withUsualText: "Only your copy changes.")
    #expect(usual.text == "Only your copy changes." && usual.context.agreedPeople == ["ben@example.org"])
    let own = ScopeRemark(text: "Two people", people: ["ben@example.org", "eve@example.org"])
    #expect(own.shown(withUsualText: "Only your copy changes.") == own)
  }
}
