import CalendarModel

/// A subscription, as the user has added it.
struct Subscription: Hashable, Sendable, Identifiable {
  let id: String
  let address: SubscriptionAddress
  /// How often to fetch it, in seconds; nil to follow its publisher.
  var interval: Int?
}

/// The files of the subscriptions. All can be read by their owner only, because an address may contain a secret.
///
/// The list, one file for each subscription, is data: `$XDG_DATA_HOME/handspan/subscriptions/`. The copies of the
/// calendars can be fetched again, so they are in the cache: `$XDG_CACHE_HOME/handspan/subscriptions/`.
struct SubscriptionFiles: Sendable {
  let list: String
  let cache: String
  /// The maximum size of a file other than a calendar.
  private static let recordLimit = 64 << 10

  init(list: String, cache: String) { (self.list, self.cache) = (list, cache) }

  // MARK: The list

  /// Returns the subscriptions, in the order of their identifiers. Files that cannot be read are left alone.
  func subscriptions() -> [Subscription] {
    PrivateFile.names(in: list).filter(Self.isIdentifier).compactMap { id in
      guard let values = values(in: "\(list)/\(id)"), let url = values["url"],
        let address = try? SubscriptionAddress(url)
      else { return nil }
      return Subscription(id: id, address: address, interval: values["interval"].flatMap { Int($0) })
    }
  }

  /// Stores a new or changed subscription.
  func store(_ subscription: Subscription) throws(SubscriptionFault) {
    let values =
      [("url", subscription.address.url)] + (subscription.interval.map { [("interval", "\($0)")] } ?? [])
    guard write(values, to: "\(list)/\(subscription.id)") else { throw .notStored }
  }

  /// Removes a subscription with its copy.
  func remove(_ id: String) {
    PrivateFile.remove("\(list)/\(id)")
    for file in [copy(of: id), record(of: id)] { PrivateFile.remove(file) }
  }

  /// Identifiers are the numbers of seconds and nanoseconds at which subscriptions were added, so they are listed in
  /// that order.
  static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty && name.count <= 40 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  /// Removes what is left of writes that were interrupted. No other process writes at the same time.
  func removeUnfinished() {
    for folder in [list, cache] {
      for name in PrivateFile.names(in: folder) where PrivateFile.isUnfinished(name) {
        PrivateFile.remove("\(folder)/\(name)")
      }
    }
  }

  // MARK: The copy

  private func copy(of id: String) -> String { "\(cache)/\(id).ics" }
  private func record(of id: String) -> String { "\(cache)/\(id).fetched" }

  func hasCopy(of id: String) -> Bool { PrivateFile.exists(copy(of: id)) }

  /// Returns the last good copy of a calendar; nil if there is none.
  func readCopy(of id: String, limit: Int) -> [UInt8]? { PrivateFile.read(copy(of: id), limit: limit) }

  /// Replaces the copy. Write the record afterwards: with an older one, the server sends the calendar once more.
  func writeCopy(_ bytes: [UInt8], of id: String) throws(SubscriptionFault) {
    guard PrivateFile.write(bytes, to: copy(of: id)) else { throw .notStored }
  }

  func readRecord(of id: String) -> FetchRecord {
    guard let values = values(in: record(of: id)) else { return FetchRecord() }
    var record = FetchRecord()
    record.fetched = values["fetched"].flatMap { Int($0) }
    record.attempted = values["attempted"].flatMap { Int($0) }
    record.failures = values["failures"].flatMap { Int($0) } ?? 0
    record.postponed = values["postponed"].flatMap { Int($0) }
    record.fault = values["fault"].flatMap { SubscriptionFault(stored: $0) }
    (record.tag, record.modified) = (values["etag"], values["modified"])
    record.name = values["name"]
    record.published = values["published"].flatMap { Int($0) }
    return record
  }

  func writeRecord(_ record: FetchRecord, of id: String) {
    let values: [(String, String?)] = [
      ("fetched", record.fetched.map(String.init)), ("attempted", record.attempted.map(String.init)),
      ("failures", record.failures > 0 ? String(record.failures) : nil), ("fault", record.fault?.stored),
      ("postponed", record.postponed.map(String.init)),
      ("etag", record.tag), ("modified", record.modified), ("name", record.name),
      ("published", record.published.map(String.init)),
    ]
    // If it cannot be written, the calendar is fetched again at the next start.
    _ = write(values.compactMap { name, value in value.map { (name, $0) } }, to: self.record(of: id))
  }

  // MARK: Lines of the form name=value

  private func values(in path: String) -> [String: String]? {
    guard let bytes = PrivateFile.read(path, limit: Self.recordLimit) else { return nil }
    var values: [String: String] = [:]
    for line in bytes.split(separator: 0x0A) {
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      values[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
    }
    return values
  }

  private func write(_ values: [(String, String)], to path: String) -> Bool {
    // The words of a server must not become another line. A name that would is left out.
    let lines = values.filter { !$0.1.utf8.contains { $0 < 0x20 } }.map { "\($0)=\($1)\n" }
    return PrivateFile.write(Array(lines.joined().utf8), to: path)
  }
}

extension SubscriptionFault {
  /// The fault as it is stored in a record: its name, and its number if it has one.
  var stored: String {
    switch self {
    case .unsupportedScheme: "invalidAddress"
    case .tooSlow(let seconds): "tooSlow \(seconds)"
    case .tooLarge(let limit): "tooLarge \(limit)"
    case .tooManyRedirects(let limit): "tooManyRedirects \(limit)"
    case .serverFailed(let status): "serverFailed \(status)"
    default: "\(self)"
    }
  }

  init?(stored text: String) {
    let parts = text.split(separator: " ")
    if parts.count == 2, let number = Int(parts[1]) {
      switch parts[0] {
      case "tooSlow": self = .tooSlow(seconds: number)
      case "tooLarge": self = .tooLarge(limit: number)
      case "tooManyRedirects": self = .tooManyRedirects(limit: number)
      case "serverFailed": self = .serverFailed(status: number)
      default: return nil
      }
      return
    }
    let plain: [SubscriptionFault] = [
      .invalidAddress, .alreadySubscribed, .unreachable, .redirectedElsewhere, .redirectedToPrivateNetwork,
      .redirectedToInsecure, .untrusted, .notFound, .accessDenied, .webPage, .notCalendar, .incomplete,
      .notFetched, .notStored, .notSupported,
    ]
    guard let fault = plain.first(where: { "\($0)" == text }) else { return nil }
    self = fault
  }
}
