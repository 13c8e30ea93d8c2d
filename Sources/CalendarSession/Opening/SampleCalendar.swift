import CalendarModel
import CalendarStore
import FoundationEssentials
import Glibc

/// A sample calendar for the current week, with various kinds of events.
///
/// It is written to a new temporary file each time, so the user's files are never changed.
package enum SampleCalendar {
  private struct Entry {
    let uid: String
    let title: String
    /// The day, as the number of days after Monday.
    let day: Int
    /// The start in minutes after midnight, or nil for an all-day event.
    let start: Int?
    /// The duration in minutes, or in days for an all-day event.
    let length: Int
    var location = ""
    var color = ""
    /// Further content lines.
    var extraLines: [String] = []
  }

  /// Returns the sample for the week of `today`, as iCalendar text with floating times.
  package static func text(today: Day, tr: (String) -> String = { $0 }) -> String {
    let monday = today.startOfWeek(first: .monday)
    let daysSinceMonday = today.days(since: monday)
    // Today is the busiest day of the sample, whatever the weekday.
    let entries: [Entry] = [
      Entry(
        uid: "workshop", title: tr("Design workshop"), day: daysSinceMonday, start: 9 * 60, length: 8 * 60,
        location: tr("Studio 2"), color: "mediumseagreen"),
      Entry(
        uid: "standup", title: tr("Standup"), day: daysSinceMonday, start: 9 * 60, length: 15,
        color: "dodgerblue"),
      Entry(
        uid: "review", title: tr("Sketch review"), day: daysSinceMonday, start: 10 * 60 + 30, length: 60,
        location: tr("Window table"), color: "darkorange"),
      Entry(
        uid: "lunch", title: tr("Lunch with Ada"), day: daysSinceMonday, start: 12 * 60 + 30, length: 60,
        location: tr("Corner café"), color: "tomato"),
      Entry(
        uid: "call", title: tr("Call the printer"), day: daysSinceMonday, start: 15 * 60, length: 30,
        color: "mediumpurple", extraLines: ["STATUS:TENTATIVE"]),
      Entry(
        uid: "train", title: tr("Night train"), day: daysSinceMonday, start: 22 * 60, length: 8 * 60,
        location: tr("Track 7"), color: "steelblue"),
      Entry(
        uid: "holiday", title: tr("Town festival"), day: daysSinceMonday, start: nil, length: 1,
        color: "goldenrod",
        extraLines: ["TRANSP:TRANSPARENT"]),
      Entry(
        uid: "swim", title: tr("Swimming"), day: (daysSinceMonday + 1) % 7, start: 7 * 60 + 30, length: 45,
        color: "dodgerblue"),
      Entry(
        uid: "interview", title: tr("Interview"), day: (daysSinceMonday + 1) % 7, start: 11 * 60, length: 90,
        color: "mediumseagreen"),
      Entry(
        uid: "concert", title: tr("Concert"), day: (daysSinceMonday + 2) % 7, start: 19 * 60 + 30,
        length: 150,
        color: "mediumpurple"),
      Entry(
        uid: "dentist", title: tr("Dentist"), day: (daysSinceMonday + 3) % 7, start: 8 * 60 + 15, length: 30,
        color: "tomato"),
      Entry(
        uid: "writing", title: tr("Writing"), day: (daysSinceMonday + 4) % 7, start: 9 * 60, length: 180,
        color: "darkorange"),
      Entry(
        uid: "market", title: tr("Market"), day: (daysSinceMonday + 5) % 7, start: 9 * 60 + 30, length: 90,
        color: "goldenrod"),
    ]
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Handspan//Sample//EN"]
    for entry in entries {
      lines += ["BEGIN:VEVENT", "UID:\(entry.uid)@sample.handspan", "DTSTAMP:20260101T000000Z"]
      let day = monday.adding(days: entry.day)
      if let start = entry.start {
        let begin = WallTime(day, secondOfDay: start * 60)
        lines += [
          "DTSTART:\(begin.basicFormat)", "DTEND:\(begin.adding(minutes: entry.length).basicFormat)",
        ]
      } else {
        lines += [
          "DTSTART;VALUE=DATE:\(basicFormat(day))",
          "DTEND;VALUE=DATE:\(basicFormat(day.adding(days: entry.length)))",
        ]
      }
      lines.append("SUMMARY:\(escaped(entry.title))")
      if !entry.location.isEmpty { lines.append("LOCATION:\(escaped(entry.location))") }
      if !entry.color.isEmpty { lines.append("COLOR:\(entry.color)") }
      lines += entry.extraLines + ["END:VEVENT"]
    }
    lines.append("END:VCALENDAR")
    return lines.map { $0 + "\r\n" }.joined()
  }

  /// Writes the sample to a file in a new folder in the temporary directory.
  ///
  /// - Returns: the URL of the file.
  package static func write(today: Day, tr: (String) -> String) throws(OpeningFailure) -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("handspan-sample-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("sample.ics")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try text(today: today, tr: tr).write(to: file, atomically: true, encoding: .utf8)
    } catch {
      throw .sample(reason(error))
    }
    return file
  }

  /// Removes the file created by `write`, and its folder.
  package static func remove(_ file: URL) {
    try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
  }

  /// Returns the reason why `write` failed.
  private static func reason(_ error: any Error) -> SystemReason {
    let posixError = (error as? CocoaError)?.underlying as? POSIXError
    return posixError.map { SystemReason($0.code.rawValue) } ?? .inputOutput
  }

  private static func basicFormat(_ day: Day) -> String { day.description.filter { $0 != "-" } }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if "\\,;".unicodeScalars.contains(scalar) { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
  }
}
