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
    let received = OpenRequest(arguments: try request("work.ics", "sub/../home.ics", "/tmp/a.ics").arguments)
    #expect(received.paths == ["\(directory)/work.ics", "\(directory)/home.ics", "/tmp/a.ics"])
  }

  @Test func requestsReachTheRunningInstanceUnchanged() throws {
    for request in [
      try request(), try request("--sample"), try request("--date", "2026-01-05", "week.ics"),
      try request("--date", "2026-01-05", "--sample"), try request("--view", "3day", "week.ics"),
      try request("--date", "2026-01-05", "--view", "workweek", "--sample"),
      try request("open", "--", "--date"), try request("open", "--for-now", "week.ics"),
    ] {
      #expect(OpenRequest(arguments: request.arguments) == request)
    }
  }
}
