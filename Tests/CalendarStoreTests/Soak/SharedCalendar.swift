import Foundation
import SoakSupport
import Testing

/// A calendar that two programs share.
final class SharedCalendar: Sendable {
  enum Layout: String, CaseIterable, Sendable {
    case file, folder
  }

  let folder: String
  let path: String
  /// The number of Handspan's events.
  let handspanEventCount: Int
  private let layout: Layout

  init(_ layout: Layout, handspanEventCount: Int, otherEventCount: Int) throws {
    self.layout = layout
    self.handspanEventCount = handspanEventCount
    folder = NSTemporaryDirectory() + "handspan-soak-" + UUID().uuidString
    path = layout == .file ? "\(folder)/data/shared.ics" : "\(folder)/data/shared"
    try FileManager.default.createDirectory(
      atPath: layout == .file ? "\(folder)/data" : path, withIntermediateDirectories: true)
    let events = SharedEvents.initialEvents(handspanCount: handspanEventCount, otherCount: otherEventCount)
    if layout == .file {
      try Data(PlainCalendar(events).bytes).write(to: URL(fileURLWithPath: path))
    } else {
      for event in events {
        try Data(PlainCalendar([event]).bytes).write(to: URL(fileURLWithPath: "\(path)/\(event.uid).ics"))
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The folder that contains the calendar's files.
  var dataFolder: String { layout == .file ? "\(folder)/data" : path }

  func start(_ role: String, _ option: String) throws -> SoakProgram {
    try SoakProgram(
      arguments: [role, path, "\(SoakSettings.seed)", "\(folder)/\(role).json", option], state: folder,
      report: "\(folder)/\(role).json")
  }

  /// Compares the reports of both programs with the files on disk.
  ///
  /// - Parameter unseen: Handspan's replacements of versions that no system call could detect on this file system.
  func judge(
    _ label: String, _ handspanReport: HandspanReport, _ otherReport: OtherReport,
    unseen: [UnseenReplacement] = []
  ) throws {
    let verdict = try verdict(handspanReport, otherReport, unseen)
    logFigure(label, handspanReport, otherReport, verdict, unseen.count)
    for text in verdict.excusedLosses { SoakSettings.log("\(label): \(text) of \(unseen.count)") }
    #expect(verdict.lost.isEmpty, "lost: \(verdict.lost.prefix(20))")
    #expect(verdict.duplicated.isEmpty, "duplicated: \(verdict.duplicated.prefix(20))")
    #expect(verdict.torn.isEmpty, "torn: \(verdict.torn.prefix(20))")
    #expect(verdict.otherFaults.isEmpty, "other faults: \(verdict.otherFaults.prefix(20))")
  }

  private func verdict(
    _ handspanReport: HandspanReport, _ otherReport: OtherReport, _ unseen: [UnseenReplacement]
  ) throws -> Verdict {
    var files: [String: [UInt8]] = [:]
    let names = layout == .file ? ["shared.ics"] : try FileManager.default.contentsOfDirectory(atPath: path)
    for name in names where name.hasSuffix(".ics") && !name.hasPrefix(".") {
      let file = layout == .file ? path : "\(path)/\(name)"
      files[name] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    let conflicts = "\(folder)/handspan/conflicts"
    var conflictTexts: [String: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: conflicts)) ?? [] {
      let text = try Data(contentsOf: URL(fileURLWithPath: "\(conflicts)/\(name)"))
      conflictTexts[name] = String(decoding: text, as: UTF8.self)
    }
    return Verdict(
      files: files, keptFiles: conflictTexts, unseenReplacements: unseen,
      handspanEventCount: handspanEventCount,
      handspan: handspanReport,
      otherProgram: otherReport)
  }

  private func logFigure(
    _ label: String, _ handspanReport: HandspanReport, _ otherReport: OtherReport, _ verdict: Verdict,
    _ unseen: Int
  ) {
    let methods = otherReport.rewrites.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    SoakSettings.logFigure(
      label,
      """
      \(handspanReport.savedCount) changes saved, \(handspanReport.postponedCount) postponed, \(handspanReport.refused.count) refused, \
      \(handspanReport.conflictMessages.count) conflicts reported; rewrites: \(methods.joined(separator: ", ")), \
      \(otherReport.replacedDuringRewrite) of them with the file replaced in the meantime; \(verdict.lost.count) lost, \
      \(verdict.duplicated.count) duplicated, \(verdict.torn.count) torn, \(verdict.otherFaults.count) other faults; \
      \(verdict.keptChangeCount) kept in conflict files, \
      \(verdict.overwrittenCount) start times overwritten by the other program, \
      \(unseen) versions overwritten by Handspan and reported, with \(verdict.excusedLosses.count) changes; \
      longest absence \(otherReport.longestAbsence) ms
      """
    )
  }
}
