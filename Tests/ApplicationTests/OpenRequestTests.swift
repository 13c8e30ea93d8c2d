import CalendarModel
import CalendarSession
import FoundationEssentials
import Testing

@testable import Handspan

@Suite struct OpenRequestTests {
  private func request(_ arguments: String...) throws -> OpenRequest {
    let command = try HandspanCommand.parseAsRoot(arguments)
    return try #require(command as? OpenCommand).request
  }

  @Test func relativePathsReachTheRunningInstanceAsAbsolutePaths() throws {
    let directory = FileManager.default.currentDirectoryPath
    let receivedRequest = OpenRequest(
      arguments: try request("work.ics", "sub/../home.ics", "/tmp/a.ics").arguments)
    // The file system resolves what precedes "..", because it may be a symbolic link; here, it does not exist.
    #expect(
      receivedRequest.paths == ["\(directory)/work.ics", "\(directory)/sub/../home.ics", "/tmp/a.ics"])
  }

  @Test func requestsReachTheRunningInstanceUnchanged() throws {
    for request in [
      try request(), try request("--sample"), try request("--date", "2026-01-05", "week.ics"),
      try request("--date", "2026-01-05", "--sample"), try request("--view", "3day", "week.ics"),
      try request("--date", "2026-01-05", "--view", "workweek", "--sample"),
      try request("open", "--", "--date"), try request("open", "--for-now", "week.ics"),
      try request("open", "--calendar", "/a.ics", "--uid", "a"),
      try request(
        "open", "--date", "2026-01-05", "--calendar", "--paths", "--uid", "--date", "--occurrence",
        "20260105",
        "week.ics"),
    ] {
      #expect(OpenRequest(arguments: request.arguments) == request)
    }
  }

  @Test func anEventIsNamedByItsCalendarUIDAndOriginalStart() throws {
    let event = try request(
      "open", "--calendar", "/a.ics", "--uid", "-a", "--occurrence", "20260105T090000Z"
    ).event
    #expect(
      event
        == OccurrenceReference(
          calendar: CalendarID("/a.ics"), uid: "-a", recurrenceID: "20260105T090000Z"))
    #expect(try request("open").event == nil)
  }

  @Test(arguments: [
    ["--uid", "a"], ["--calendar", "/a.ics"], ["--occurrence", "20260105"],
    ["--calendar", "/a.ics", "--occurrence", "20260105"],
  ]) func partsOfAnEventAreRefused(arguments: [String]) {
    #expect(throws: (any Error).self) { try HandspanCommand.parseAsRoot(["open"] + arguments) }
  }

  @Test func linksAndFileAddressesReachTheRunningInstance() throws {
    var request = OpenRequest(
      arguments: try request(
        "open", "--for-now", "file:///home/ada/my%20week.ics", "WebCal://example.com/a.ics?token=1",
        "file://localhost/%C3%A4.ics"
      ).arguments)
    #expect(request.takeLinks() == ["WebCal://example.com/a.ics?token=1"])
    #expect(request.paths == ["/home/ada/my week.ics", "/ä.ics"])
    #expect(request.isTemporary)
  }

  @Test func aLinkAloneReopensTheLastCalendars() throws {
    var request = OpenRequest(
      arguments: try request("open", "--for-now", "webcals://example.com/a").arguments)
    #expect(request.takeLinks() == ["webcals://example.com/a"])
    #expect(request == OpenRequest())
  }

  @Test(arguments: ["https://example.com/a.ics", "webcal", "a/webcal:b", "file.ics", ":webcal"])
  func otherArgumentsAreNotLinks(_ argument: String) { #expect(!CalendarLink.isLink(argument)) }

  @Test(arguments: [
    "file://server/a.ics", "file:///a%2", "file:///a%+F", "file:///a%00", "file://", "/a.ics", "file:a.ics",
  ])
  func otherAddressesAreNotFiles(_ argument: String) { #expect(CalendarLink.path(ofFile: argument) == nil) }
}
