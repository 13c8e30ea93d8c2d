import Testing

@testable import CalendarModel

/// Where people join a meeting.
@Suite struct ConferenceLinkTests {
  @Test(arguments: [
    ("https://meet.example.org/abc", "meet.example.org"), (" https://Meet.Example.ORG ", "meet.example.org"),
    ("HTTPS://example.org?room=1", "example.org"), ("https://example.org:8443/x", "example.org:8443"),
    ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
  ]) func theHostIsShown(text: String, host: String) {
    #expect(ConferenceLink(text)?.host == host)
  }

  @Test(arguments: [
    "http://meet.example.org", "tel:+49301234", "https://", "https:///x", "https://localhost/x",
    // What is before “@” is not the host.
    "https://meet.google.com@evil.example/", "https://meet.google.com:x@evil.example",
    // A Cyrillic letter, an invisible one, and one that is written in percent.
    "https://m\u{435}et.google.com/", "https://meet.goo\u{200B}gle.com", "https://meet%2Egoogle.example",
    "javascript:alert(1)//https://meet.example.org", "file:///etc/passwd", "meet.example.org",
    "https://meet.example.org and more",
  ]) func nothingElseIsOpened(text: String) {
    #expect(ConferenceLink(text) == nil)
  }

  @Test func anAddressInTheLocationCounts() {
    var event = CalendarEvent(
      id: EventID(calendar: CalendarID("/a.ics"), uid: "a"),
      times: EventTimes(start: .date(Day(ordinal: 0)), end: .implied))
    #expect(event.conferenceLink == nil)
    event.location = "Room 4 or\nhttps://meet.example.org/room, second floor"
    #expect(event.conferenceLink?.target == "https://meet.example.org/room")
    event.conference = "https://video.example.org"
    #expect(event.conferenceLink?.target == "https://video.example.org")
  }
}
