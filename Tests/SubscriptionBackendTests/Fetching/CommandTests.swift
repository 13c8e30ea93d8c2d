import Foundation
import Testing

@testable import SubscriptionBackend

/// Commands of the built program that use subscriptions.
@Suite(.serialized) struct SubscriptionCommandTests {
  let server: HostileServer

  init() throws {
    server = try HostileServer()
    try server.setMode("good")
  }

  private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("handspan")
    process.arguments = arguments
    let folder = server.folder.path
    process.environment = [
      "HOME": folder + "/user", "XDG_DATA_HOME": folder + "/data", "XDG_CACHE_HOME": folder + "/cache",
      "TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HANDSPAN_ACCOUNTS": "off",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
      "GSETTINGS_BACKEND": "memory",
    ]
    let output = server.folder.appendingPathComponent("output")
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    (process.standardOutput, process.standardError) = (file, file)
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }

  @Test("commands list subscriptions, read their copies without fetching, and refuse to change them")
  func commands() async throws {
    _ = try await server.backend().add(server.address("feed?token=secret"))
    let listing = try run("calendars")
    #expect(listing.status == 0)
    #expect(
      listing.output.contains("holidays") && listing.output.contains("Holidays · read-only"),
      "\(listing.output)"
    )
    let json = try run("calendars", "--json").output
    #expect(json.contains(#""state": "readOnly""#) && !json.contains("secret"), "\(json)")
    #expect(json.contains(#""refreshed": "20"#) && json.contains(#""notRefreshed": null"#), "\(json)")
    #expect(
      listing.output.contains("last updated just now") || listing.output.contains("last updated 1 minute ago")
    )
    let events = try run("list", "holidays", "--from", "2026-03-01", "--to", "2026-03-08")
    #expect(events.status == 0 && events.output.contains("New Year"), "\(events.output)")
    let moveResult = try run("move", "holidays", "New Year", "--to", "2026-03-02T11:00")
    #expect(
      moveResult.status == 1 && moveResult.output.contains("is read-only. Nothing was changed."),
      "\(moveResult.output)")
    let addResult = try run(
      "add", "holidays", "--summary", "Party", "--start", "2026-03-02T11:00", "--duration", "60")
    #expect(
      addResult.status == 1 && addResult.output.contains("is read-only. Nothing was changed."),
      "\(addResult.output)")
    #expect(!moveResult.output.contains("secret") && !addResult.output.contains("secret"))
    #expect(server.requests.count == 1)
  }

  @Test("a subscription without a copy is offline for commands, which fetch nothing")
  func withoutCopy() async throws {
    let calendar = try await server.backend().add(server.address("feed"))
    try FileManager.default.removeItem(atPath: server.files.cacheFolder)
    let json = try run("calendars", "--json")
    #expect(json.status == 0 && json.output.contains(#""state": "offline""#), "\(json.output)")
    let listing = try run("list", calendar.id.key, "--from", "2026-03-01", "--to", "2026-03-08")
    #expect(listing.status == 75 && listing.output.contains("is offline"), "\(listing.output)")
    #expect(server.requests.count == 1)
  }
}
