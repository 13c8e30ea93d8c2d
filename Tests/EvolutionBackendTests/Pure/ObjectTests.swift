import CalendarDocument
import CalendarModel
import CalendarStore
import TestExtent
import Testing

@testable import EvolutionBackend

/// Events as the service sends them, in iCalendar text.
private enum Input {
  static func event(
    _ uid: String = "one", occurrence: String? = nil, title: String = "Standup", more: [String] = [],
    etag: String? = "abc"
  ) -> String {
    var lines = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z"]
    if let occurrence { lines.append("RECURRENCE-ID;TZID=Europe/Berlin:\(occurrence)") }
    lines += ["DTSTART;TZID=Europe/Berlin:\(occurrence ?? "20260302T090000")", "SUMMARY:\(title)"] + more
    if let etag { lines += ["X-EVOLUTION-CALDAV-ETAG:", " \(etag)"] }
    return (lines + ["END:VEVENT", ""]).joined(separator: "\r\n")
  }

  static let zone = "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE\r\n"

  static func object(_ events: String...) throws -> ServiceObject {
    try #require(ServiceObject(events.flatMap { ServiceComponent.components(in: Array($0.utf8)) ?? [] }))
  }

  static func document(_ object: ServiceObject) -> [UInt8] {
    object.document { $0 == "Europe/Berlin" ? Array(zone.utf8) : nil }
  }
}

@Suite struct ServiceObjectTests {
  @Test func componentIsReadWithoutTheServicesLines() throws {
    let component = try #require(
      ServiceComponent.components(in: Array(Input.event(occurrence: "20260304T090000").utf8))?.first)
    #expect(component.uid == "one" && component.recurrenceID == "20260304T090000")
    #expect(component.zones == ["Europe/Berlin"])
    #expect(String(decoding: component.serviceLines, as: UTF8.self) == "X-EVOLUTION-CALDAV-ETAG:\r\n abc\r\n")
    #expect(
      String(decoding: component.bytes, as: UTF8.self)
        == Input.event(occurrence: "20260304T090000", etag: nil))
    #expect(
      String(decoding: component.receivedBytes, as: UTF8.self) == Input.event(occurrence: "20260304T090000"))
  }

  @Test func objectsAreGroupedByUIDWithTheSeriesFirst() {
    let texts = [
      Input.event("b", occurrence: "20260305T090000"), Input.event("a"),
      Input.event("b", occurrence: "20260304T090000"), Input.event("b"),
      "BEGIN:VEVENT\r\nSUMMARY:no UID\r\nEND:VEVENT\r\n", "not iCalendar",
    ]
    let objects = ServiceObject.objects(
      of: texts.flatMap { ServiceComponent.components(in: Array($0.utf8)) ?? [] })
    #expect(objects.map(\.uid) == ["a", "b"])
    #expect(
      objects.last?.components.map(\.recurrenceID) == [nil, "20260304T090000", "20260305T090000"])
  }

  @Test func documentContainsEveryComponentAndTheTimeZonesInUse() throws {
    let object = try Input.object(Input.event(), Input.event(occurrence: "20260304T090000"))
    let text = String(decoding: Input.document(object), as: UTF8.self)
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
    #expect(text.contains(Input.zone) && !text.contains("ETAG"))
    #expect(text.contains(Input.event(etag: nil) + Input.event(occurrence: "20260304T090000", etag: nil)))
  }

  /// The rest of Handspan and libical use the first line of a property that may occur only once.
  @Test func firstOfTwoLinesIdentifiesAComponent() throws {
    let text = Input.event(
      "first", occurrence: "20260304T090000",
      more: ["UID:second", "RECURRENCE-ID;TZID=Europe/Berlin:20260305T090000"])
    let component = try #require(ServiceComponent.components(in: Array(text.utf8))?.first)
    #expect(component.uid == "first" && component.recurrenceID == "20260304T090000")
    let document = try CalendarDocument(
      bytes: Input.document(try Input.object(text)), calendar: CalendarID("eds:a"), file: "first.ics",
      zones: SystemZones.shared)
    #expect(document.events.map(\.id.uid) == [component.uid])
  }

  @Test func versionDiffersEvenIfOnlyTheVersionOnTheServerDoes() throws {
    #expect(try Input.object(Input.event()).version == Input.object(Input.event()).version)
    #expect(try Input.object(Input.event(etag: "x")).version != Input.object(Input.event()).version)
  }
}

@Suite struct SExpressionTests {
  /// Reads a string literal as GLib's scanner, which the service uses, does: a backslash stands for the character after
  /// it, and the first other quotation mark ends the string.
  private func text(of literal: String) -> (text: [Unicode.Scalar], rest: [Unicode.Scalar]) {
    var (text, scalars) = ([Unicode.Scalar](), Array(literal.unicodeScalars.dropFirst())[...])
    while let scalar = scalars.popFirst(), scalar != "\"" {
      text.append(scalar == "\\" ? scalars.popFirst() ?? scalar : scalar)
    }
    return (text, Array(scalars))
  }

  @Test func noTextEndsItsLiteral() {
    var random = SeededRandom(seed: TestExtent.seed(13))
    for text in ["x\"\u{301})(y"]
      + (0..<TestExtent.count(5_000)).map({ _ in random.text(of: "\"\"\\\\)(? ") })
    {
      let (read, rest) = self.text(of: SExpression.literal(text))
      #expect(read == Array(text.unicodeScalars) && rest.isEmpty, "\(text.debugDescription)")
    }
  }

  @Test func queryHasAConditionForEachUID() {
    #expect(SExpression.query(forUIDs: ["a", "b\""]) == #"(or (uid? "a") (uid? "b\""))"#)
  }
}

@Suite struct ZoneNamesTests {
  private let zone =
    "BEGIN:VTIMEZONE\r\nTZID:Customized Time Zone\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\n"
    + "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"

  @Test func zoneIsRenamedWhereItIsDefinedAndUsedAndNowhereElse() {
    let event =
      "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=\"Customized Time Zone\";X-A=1:20260302T090000\r\n"
      + "RDATE;TZID=Customized Time Zone:20260303T090000,2026\r\n 0304T090000\r\n"
      + "DTEND;TZID=Europe/Berlin:20260302T100000\r\nSUMMARY:TZID=Customized Time Zone\r\nEND:VEVENT\r\n"
    let text = "BEGIN:VCALENDAR\r\n" + zone + event + "END:VCALENDAR\r\n"
    let renamed = ZoneNames.renaming(["Customized Time Zone": "Other, zone"], in: Array(text.utf8))
    #expect(
      String(decoding: renamed, as: UTF8.self)
        == text.replacing("TZID:Customized Time Zone", with: "TZID:Other\\, zone")
        .replacing("TZID=\"Customized Time Zone\";X-A=1", with: "TZID=\"Other, zone\";X-A=1")
        .replacing(
          "RDATE;TZID=Customized Time Zone:20260303T090000,2026\r\n 0304T090000",
          with: "RDATE;TZID=\"Other, zone\":20260303T090000,20260304T090000"))
    #expect(ZoneNames.renaming([:], in: Array(text.utf8)) == Array(text.utf8))
  }

  @Test func zonesWhoseNamesDifferOnlyInTheirBytesAreDifferent() throws {
    let (composed, decomposed) = ("Zone \u{E9}", "Zone e\u{301}")
    func definition(_ name: String) -> String { zone.replacing("Customized Time Zone", with: name) }
    let event =
      "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=\(composed):20260302T090000\r\nDTEND;TZID=\(decomposed):20260302T100000\r\n"
      + "END:VEVENT\r\n"
    let text =
      "BEGIN:VCALENDAR\r\n" + definition(composed) + definition(decomposed) + event + "END:VCALENDAR\r\n"
    let components = try #require(ServiceComponent.components(in: Array(text.utf8)))
    let object = try #require(ServiceObject(components))
    #expect(object.zones == [ByteString(composed), ByteString(decomposed)])
    let definitions = WritePlan.definitions(in: Array(text.utf8))
    #expect(definitions[ByteString(composed)] == Array(definition(composed).utf8))
    #expect(definitions[ByteString(decomposed)] == Array(definition(decomposed).utf8))
    let renamed = ZoneNames.renaming([ByteString(composed): "Other"], in: Array(text.utf8))
    let expected =
      "BEGIN:VCALENDAR\r\n" + definition("Other") + definition(decomposed)
      + event.replacing("DTSTART;TZID=\(composed)", with: "DTSTART;TZID=Other") + "END:VCALENDAR\r\n"
    #expect(renamed == Array(expected.utf8))
  }

  @Test func definitionsAreComparedByTheirRules() {
    let definition = Array(zone.utf8)
    func variant(_ old: String, _ new: String) -> [UInt8] { Array(zone.replacing(old, with: new).utf8) }
    #expect(ZoneDefinition.haveSameRules(definition, variant("Customized Time Zone", "Other")))
    #expect(ZoneDefinition.haveSameRules(definition, variant("16010101", "19700101")))
    #expect(!ZoneDefinition.haveSameRules(definition, variant("+0100", "-0500")))
    #expect(!ZoneDefinition.haveSameRules(definition, Array("BEGIN:VTIMEZONE\r\nEND:VTIMEZONE\r\n".utf8)))
    #expect(
      ZoneNames.newName(for: "A", definition, attempt: 0)
        != ZoneNames.newName(for: "A", definition, attempt: 1))
  }
}

@Suite struct RecentWriteTests {
  private func calendar(_ write: RecentWrite) -> OpenedCalendar {
    var calendar = OpenedCalendar(uid: "a", owner: ":1.1", path: "/a")
    calendar.recentWrites["one"] = write
    return calendar
  }

  private func write(
    _ version: ObjectVersion?, after earlierVersions: Set<ObjectVersion?>, hasRemoved: Bool = false
  ) -> RecentWrite {
    RecentWrite(
      bytes: version == nil ? nil : [1], version: version, earlierVersions: earlierVersions, time: .now,
      hasRemoved: hasRemoved)
  }

  @Test func removalByAnotherProgramEndsTheProtectionOfAWrite() {
    var created = calendar(write(ObjectVersion(1), after: [nil]))
    created.recordRemoval(of: "one")
    #expect(created.recentWrites.isEmpty)
    // The report may be about a removal by this program.
    var restored = calendar(write(ObjectVersion(1), after: [nil], hasRemoved: true))
    restored.recordRemoval(of: "one")
    #expect(restored.recentWrites.count == 1)
  }

  @Test(arguments: [(1, false), (2, true), (3, false), (nil, true)] as [(Int?, Bool)])
  func returnToAnEarlierStateEndsTheProtectionOfAWrite(foundVersion: Int?, isForgotten: Bool) {
    // The versions: none, then 2, then 1, as written by this program; 3 is unknown.
    var calendar = calendar(write(ObjectVersion(1), after: [nil, ObjectVersion(2)]))
    let found = foundVersion.map { ["one": ObjectVersion($0)] as [ByteString: ObjectVersion] } ?? [:]
    calendar.forgetRecentWrites(of: ["one"], among: calendar.recentWrites, found: found)
    #expect(calendar.recentWrites.isEmpty == isForgotten)
  }

  @Test func writeThatWasMadeDuringTheReadStaysProtected() {
    let oldWrites = ["one": write(ObjectVersion(1), after: [nil])] as [ByteString: RecentWrite]
    var calendar = calendar(write(ObjectVersion(2), after: [nil, ObjectVersion(1)]))
    calendar.forgetRecentWrites(of: ["one"], among: oldWrites, found: [:])
    #expect(calendar.recentWrites.count == 1)
  }
}

@Suite struct WritePlanTests {
  private func document(_ object: ServiceObject, replacing old: String, with new: String) -> [UInt8] {
    Array(String(decoding: Input.document(object), as: UTF8.self).replacing(old, with: new).utf8)
  }

  @Test func newObjectIsCreatedWithItsZone() throws {
    let object = try Input.object(Input.event(etag: nil))
    let plan = try WritePlan(stored: nil, base: nil, bytes: Input.document(object))
    #expect(plan.createdComponent == Array(Input.event(etag: nil).utf8) && plan.modifiedComponents.isEmpty)
    #expect(plan.zoneDefinitions == ["Europe/Berlin": Array(Input.zone.utf8)] && plan.undefinedZones.isEmpty)
  }

  @Test func zoneWithoutADefinitionIsListedAsUndefined() throws {
    let object = try Input.object(Input.event(etag: nil))
    let plan = try WritePlan(stored: nil, base: nil, bytes: object.document { _ in nil })
    #expect(plan.zoneDefinitions.isEmpty && plan.undefinedZones == ["Europe/Berlin"])
  }

  @Test func onlyTheChangedComponentIsSentAndItHasTheServicesLines() throws {
    let stored = try Input.object(
      Input.event(), Input.event(occurrence: "20260304T090000", title: "Moved"))
    let plan = try WritePlan(
      stored: stored, base: Input.document(stored),
      bytes: document(stored, replacing: "SUMMARY:Moved", with: "SUMMARY:Other"))
    #expect(
      plan.modifiedComponents.map { String(decoding: $0, as: UTF8.self) }
        == [Input.event(occurrence: "20260304T090000", title: "Other")])
    #expect(plan.createdComponent == nil && plan.removedOccurrences.isEmpty && !plan.removesObject)
  }

  @Test func newOccurrenceGetsTheLinesOfItsSeries() throws {
    let stored = try Input.object(Input.event())
    let newObject = try Input.object(Input.event(), Input.event(occurrence: "20260304T090000", etag: nil))
    let plan = try WritePlan(stored: stored, base: Input.document(stored), bytes: Input.document(newObject))
    #expect(
      plan.modifiedComponents.map { String(decoding: $0, as: UTF8.self) }
        == [Input.event(occurrence: "20260304T090000")])
  }

  @Test func removedOccurrenceIsIdentifiedByItsOriginalStart() throws {
    let stored = try Input.object(Input.event(), Input.event(occurrence: "20260304T090000"))
    let plan = try WritePlan(
      stored: stored, base: Input.document(stored),
      bytes: Input.document(try Input.object(Input.event())))
    #expect(plan.removedOccurrences == ["20260304T090000"] && plan.modifiedComponents.isEmpty)
  }

  @Test func unchangedObjectNeedsNoRequestAndARemovedOneIsRemoved() throws {
    let stored = try Input.object(Input.event())
    let base = Input.document(stored)
    #expect(try WritePlan(stored: stored, base: base, bytes: base).isEmpty)
    #expect(try WritePlan(stored: stored, base: base, bytes: nil).removesObject)
    #expect(try WritePlan(stored: nil, base: nil, bytes: nil).isEmpty)
  }

  @Test func objectThatTheServiceCannotStoreIsRefused() throws {
    let stored = try Input.object(Input.event(), Input.event(occurrence: "20260304T090000"))
    let base = Input.document(stored)
    func refusal(_ bytes: [UInt8]) -> WritePlan.Refusal? {
      do throws(WritePlan.Refusal) {
        _ = try WritePlan(stored: stored, base: base, bytes: bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(document(stored, replacing: "UID:one", with: "UID:two")) == .differentUID)
    #expect(refusal(base.map { $0 == UInt8(ascii: "S") ? 0xFF : $0 }) == .unreadable)
    #expect(refusal(Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)) == .unreadable)
    let orphan = Input.document(try Input.object(Input.event(occurrence: "20260304T090000")))
    #expect(refusal(orphan) == .missingMaster)
    let duplicates = try Input.object(Input.event(), Input.event())
    #expect(refusal(Input.document(duplicates)) == .repeatedOccurrence)
  }
}

@Suite struct NormalizedObjectTests {
  private func normalized(_ lines: String...) throws -> NormalizedObject {
    NormalizedObject(try Input.object(Input.event(more: lines, etag: nil)))
  }

  @Test(arguments: [
    (
      ["RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=MO"],
      ["RRULE;X-EVOLUTION-ENDDATE=20260301T000000Z:BYDAY=MO;FREQ=WEEKLY"]
    ),
    (["CATEGORIES:a,b\\,c"], ["CATEGORIES:a", "CATEGORIES:b\\,c"]),
    (["DESCRIPTION:say \\\"hi\\\""], ["DESCRIPTION:say \"hi\""]),
    (["LOCATION:A", "X-FOO:1"], ["X-FOO:1", "LOCATION:A"]),
    (["DTEND;VALUE=DATE-TIME:20260302T100000Z"], ["DTEND:20260302T100000Z"]),
    (["ATTENDEE;CN=\"Ada\":mailto:a@example.org"], ["ATTENDEE;CN=Ada:mailto:a@example.org"]),
    (["X-A:1"], ["X-A:1", "CREATED:20260101T000000Z", "LAST-MODIFIED:20260101T000000Z"]),
    (
      ["BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM"],
      ["BEGIN:VALARM", "X-EVOLUTION-ALARM-UID:7", "TRIGGER;VALUE=DURATION:-PT5M", "END:VALARM"]
    ),
  ])
  func objectsThatDifferOnlyByTheServicesChangesAreEqual(_ sent: [String], _ stored: [String]) throws {
    let sentObject = NormalizedObject(try Input.object(Input.event(more: sent, etag: nil)))
    #expect(sentObject == NormalizedObject(try Input.object(Input.event(more: stored))))
  }

  @Test func objectsWithEssentialDifferencesAreNotEqual() throws {
    #expect(try normalized("EXDATE:20260304T080000Z") != normalized())
    #expect(try normalized("RRULE:FREQ=DAILY") != normalized("RRULE:FREQ=DAILY;COUNT=3"))
    #expect(try normalized("SEQUENCE:1") != normalized())
    #expect(try normalized("DTEND;VALUE=DATE:20260303") != normalized("DTEND:20260303"))
    #expect(try normalized("DESCRIPTION:a\\nb") != normalized("DESCRIPTION:anb"))
    #expect(try normalized("DESCRIPTION:a\\n\u{301}b") != normalized("DESCRIPTION:an\u{301}b"))
    #expect(try normalized("CATEGORIES:a,\u{301}b") == normalized("CATEGORIES:a", "CATEGORIES:\u{301}b"))
    #expect(try normalized("DESCRIPTION:\u{E9}") != normalized("DESCRIPTION:e\u{301}"))
    #expect(try normalized("BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM") != normalized("TRIGGER:-PT5M"))
  }
}
