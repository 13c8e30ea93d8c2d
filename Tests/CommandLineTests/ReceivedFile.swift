import Foundation
import Testing

/// An occurrence as `handspan list --json` prints it.
struct ListedOccurrence: Decodable {
  var uid: String
  var summary: String
  var start: String
  var end: String
  var recurrenceId: String?
  var index: String?
}

extension Program {
  private static let receivedFiles = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Data/Received")

  /// Copies a file of Tests/Data/Received into the program's folder, over an earlier copy, and returns its name there.
  func receive(_ name: String) throws -> String {
    try Data(contentsOf: Self.receivedFiles.appendingPathComponent(name)).write(
      to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return name
  }

  /// Writes a calendar with components, and returns the name of its file.
  func writeEvents(_ lines: [String], to name: String = "own.ics") throws -> String {
    try write(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + lines + ["END:VCALENDAR"], to: name)
    return name
  }

  /// Lists all occurrences in a calendar.
  func rows(_ path: String, zone: String = "Europe/Berlin") throws -> [ListedOccurrence] {
    let outcome = try run(
      "list", path, "--from", "2000-01-01", "--to", "2040-01-01", "--json", "--zone", zone)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([ListedOccurrence].self, from: Data(outcome.output.utf8))
  }
}
