import CalendarModel
import Testing

/// The judge of the soak test finds each kind of fault.
@Suite struct AccountVerdictTests {
  private static let start = ContinuousClock.now

  private func event(_ summary: String) -> AccountEvent {
    AccountEvent(
      "BEGIN:VEVENT\r\nSUMMARY:\(summary)\r\nLOCATION:Here\r\nDTSTART:20260302T090000\r\nEND:VEVENT\r\n")
  }

  private func change(
    _ aspects: Set<AccountChange.Aspect>, _ summary: String?, at begin: Int, until end: Int? = nil,
    isOwn: Bool = true, refusal: String? = nil
  ) -> AccountChange {
    AccountChange(
      uid: "a", isOwn: isOwn, aspects: aspects, event: summary.map(event),
      begin: Self.start + .seconds(begin),
      end: Self.start + .seconds(end ?? begin), refusal: refusal, text: summary ?? "deletion")
  }

  private func verdict(
    _ changes: [AccountChange], _ server: [String]..., views: [String: [AccountEvent]]? = nil
  ) -> AccountVerdict {
    let added = change(Set(AccountChange.Aspect.allCases), "First", at: 0)
    let objects = Dictionary(uniqueKeysWithValues: server.filter { !$0.isEmpty }.map { ("a", $0.map(event)) })
    return AccountVerdict([added] + changes, server: objects, views: views.map { [("a view has", $0)] } ?? [])
  }

  @Test func lastChangesAreThere() {
    #expect(verdict([]).lost.count == 1)
    #expect(verdict([], ["First"]).faults.isEmpty)
    #expect(verdict([change([.summary], "Second", at: 1)], ["Second"]).faults.isEmpty)
    #expect(verdict([change([.summary], "Second", at: 1)], ["First"]).lost.count == 1)
    // A change that was refused, and reported, is not there.
    #expect(verdict([change([.summary], "Second", at: 1, refusal: "told")], ["First"]).faults.isEmpty)
    #expect(verdict([change([.summary], "Second", at: 1, refusal: "told")], ["Second"]).lost.count == 1)
  }

  @Test func changesMadeAtTheSameTimeMayArriveInAnyOrder() {
    let own = change([.summary], "Mine", at: 1, until: 5)
    let other = change([.summary], "Theirs", at: 3, isOwn: false)
    #expect(verdict([own, other], ["Mine"]).faults.isEmpty)
    #expect(verdict([own, other], ["Theirs"]).faults.isEmpty)
    #expect(verdict([own, other], ["First"]).lost.count == 1)
    let later = change([.summary], "Later", at: 6, isOwn: false)
    #expect(verdict([own, other, later], ["Mine"]).lost.count == 1)
    // Changes of one client are in order, even if they are confirmed at the same time.
    let second = change([.summary], "Second", at: 2, until: 5)
    #expect(verdict([own, second], ["Mine"]).lost.count == 1)
  }

  @Test func deletedEventsStayDeleted() {
    let deletion = change([.existence], nil, at: 2)
    #expect(verdict([deletion]).faults.isEmpty)
    #expect(verdict([deletion], ["First"]).resurrected.count == 1)
    #expect(
      verdict([change([.summary], "Second", at: 1, until: 3), deletion], ["Second"]).resurrected.count == 1)
    #expect(AccountVerdict([], server: ["a": [event("First")]], views: []).resurrected.count == 1)
  }

  @Test func eventsAreThereOnceAndTheSameEverywhere() {
    #expect(verdict([], ["First", "First"]).doubled.count == 1)
    #expect(verdict([], ["First"], views: ["a": [event("First")]]).faults.isEmpty)
    #expect(verdict([], ["First"], views: [:]).disagreements.count == 1)
    #expect(verdict([], ["First"], views: ["a": [event("First"), event("First")]]).disagreements.count == 1)
    #expect(verdict([], ["First"], views: ["a": [event("Second")]]).disagreements.count == 1)
  }
}
