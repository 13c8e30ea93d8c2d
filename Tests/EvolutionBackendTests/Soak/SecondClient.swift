import Foundation
import TestExtent

/// Another client of the server. It changes only the version of an object that it has read, as clients should.
@MainActor
final class SecondClient {
  private let fixture: ServiceFixture
  private let calendar: String
  private var random: SeededRandom
  private var number = 0

  init(_ fixture: ServiceFixture, calendar: String, seed: UInt64) {
    (self.fixture, self.calendar) = (fixture, calendar)
    random = SeededRandom(seed: seed)
  }

  /// Makes one change.
  ///
  /// - Returns: the change; nil if there was nothing to change, or Handspan has just changed it.
  func change() async throws -> AccountChange? {
    number += 1
    let names = try fixture.objects(in: calendar).keys.sorted()
    if names.count < 4 || names.count < 12 && random.below(5) == 0 { return try await add() }
    let name = names[random.below(names.count)]
    let path = "\(calendar)/\(name)"
    let (status, text, version) = try await fixture.answer("GET", path)
    guard status == 200, let version, let uid = Self.value("UID", in: text) else { return nil }
    let begin = ContinuousClock.now
    switch random.below(6) {
    case 0:
      guard try await fixture.answer("DELETE", path, version: version).status == 200 else { return nil }
      return change(uid, [.existence], nil, "their deletion", begin)
    case 1:
      return try await put(text, "SUMMARY", "Theirs \(number)", .summary, uid, path, version, begin)
    default:
      return try await put(text, "LOCATION", "Place \(number)", .location, uid, path, version, begin)
    }
  }

  private func add() async throws -> AccountChange? {
    let uid = "theirs-\(number)"
    let text = Samples.calendar(
      Samples.event(uid, title: "Theirs \(number)", more: "LOCATION:Place \(number)"))
    let begin = ContinuousClock.now
    guard try await fixture.answer("PUT", "\(calendar)/\(uid).ics", text).status == 201 else { return nil }
    return change(uid, Set(AccountChange.Aspect.allCases), text, "their addition", begin)
  }

  private func put(
    _ text: String, _ name: String, _ value: String, _ aspect: AccountChange.Aspect, _ uid: String,
    _ path: String,
    _ version: String, _ begin: ContinuousClock.Instant
  ) async throws -> AccountChange? {
    var lines = Self.lines(text).filter { !$0.hasPrefix(name + ":") && !$0.hasPrefix(name + ";") }
    guard let end = lines.lastIndex(of: "END:VEVENT") else { return nil }
    lines.insert("\(name):\(value)", at: end)
    let newText = lines.map { $0 + "\r\n" }.joined()
    let status = try await fixture.answer("PUT", path, newText, version: version).status
    guard [200, 201, 204].contains(status) else { return nil }
    return change(uid, [aspect], newText, "their \(name) \(value)", begin)
  }

  private func change(
    _ uid: String, _ aspects: Set<AccountChange.Aspect>, _ text: String?, _ description: String,
    _ begin: ContinuousClock.Instant
  ) -> AccountChange {
    AccountChange(
      uid: uid, isOwn: false, aspects: aspects, event: text.map { AccountEvent($0) }, begin: begin, end: .now,
      text: description)
  }

  private nonisolated static func lines(_ text: String) -> [String] {
    text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  nonisolated static func value(_ name: String, in text: String) -> String? {
    lines(text).first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
