import CalendarModel
import CalendarStore

/// A subscription that the user has added.
struct Subscription: Hashable, Sendable, Identifiable {
  let id: String
  let address: SubscriptionAddress
  /// How often to fetch it, in seconds; nil to use the interval that the publisher suggests.
  var interval: Int?
}

/// The files of the subscriptions. Only their owner can read them, because an address may contain a secret.
///
/// The list, with one file for each subscription, is in `$XDG_DATA_HOME/handspan/subscriptions/`. The copies of the
/// calendars can be fetched again, so they are in `$XDG_CACHE_HOME/handspan/subscriptions/`.
struct SubscriptionFiles: Sendable {
  /// The folder of the list.
  let listFolder: String
  /// The folder of the copies.
  let cacheFolder: String
  /// The maximum size of a file other than a calendar.
  private static let recordLimit = 64 << 10
  /// The maximum size of a value from a server. A longer one is not stored.
  private static let serverValueLimit = 8 << 10

  init(listFolder: String, cacheFolder: String) {
    (self.listFolder, self.cacheFolder) = (listFolder, cacheFolder)
  }

  // MARK: The list

  /// Returns the subscriptions, in the order of their identifiers. Files that cannot be read are left alone.
  func subscriptions() -> [Subscription] {
    PrivateFile.names(in: listFolder).filter(Self.isIdentifier).compactMap { id in
      guard let values = values(in: "\(listFolder)/\(id)"), let url = values["url"],
        let address = try? SubscriptionAddress(url)
      else { return nil }
      return Subscription(id: id, address: address, interval: values["interval"].flatMap(Self.number))
    }
  }

  /// Stores a new or changed subscription.
  func store(_ subscription: Subscription) throws(SubscriptionFault) {
    let values =
      [("url", subscription.address.url)] + (subscription.interval.map { [("interval", "\($0)")] } ?? [])
    guard write(values, to: "\(listFolder)/\(subscription.id)") else { throw .notStored }
  }

  /// Removes a subscription, its copy and its record.
  func remove(_ id: String) {
    PrivateFile.remove("\(listFolder)/\(id)")
    for file in [copyPath(of: id), recordPath(of: id)] { PrivateFile.remove(file) }
  }

  /// Returns whether a file name can be the identifier of a subscription: the time when it was added in seconds since
  /// 1970, a hyphen and a number.
  static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty && name.count <= 40 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  /// Removes the unfinished files of interrupted writes. Call this only in the process that writes; there is only
  /// one at a time.
  func removeUnfinished() {
    for folder in [listFolder, cacheFolder] {
      for name in PrivateFile.names(in: folder) where PrivateFile.isUnfinished(name) {
        PrivateFile.remove("\(folder)/\(name)")
      }
    }
  }

  // MARK: The copy

  func copyPath(of id: String) -> String { "\(cacheFolder)/\(id).ics" }
  private func recordPath(of id: String) -> String { "\(cacheFolder)/\(id).fetched" }

  func hasCopy(of id: String) -> Bool { PrivateFile.exists(copyPath(of: id)) }

  /// Returns the last good copy of a calendar; nil if there is none.
  func readCopy(of id: String, limit: Int) -> [UInt8]? { PrivateFile.read(copyPath(of: id), limit: limit) }

  /// Replaces the copy. Write the record afterward: with an outdated record, the server merely sends the calendar
  /// again.
  func writeCopy(_ bytes: [UInt8], of id: String) throws(SubscriptionFault) {
    guard PrivateFile.write(bytes, to: copyPath(of: id)) else { throw .notStored }
  }

  func readRecord(of id: String) -> FetchRecord {
    guard let values = values(in: recordPath(of: id)) else { return FetchRecord() }
    var record = FetchRecord()
    record.lastRefresh = values["fetched"].flatMap(Self.number)
    record.lastAttempt = values["attempted"].flatMap(Self.number)
    record.failureCount = values["failures"].flatMap(Self.number) ?? 0
    record.postponedUntil = values["postponed"].flatMap(Self.number)
    record.fault = values["fault"].flatMap { SubscriptionFault(storedText: $0) }
    (record.entityTag, record.lastModified) = (values["etag"], values["modified"])
    record.name = values["name"]
    record.isPublic = values["public"] == "1"
    record.publishedInterval = values["published"].flatMap(Self.number)
    return record
  }

  func writeRecord(_ record: FetchRecord, of id: String) {
    let values: [(String, String?)] = [
      ("fetched", record.lastRefresh.map(String.init)), ("attempted", record.lastAttempt.map(String.init)),
      ("failures", record.failureCount > 0 ? String(record.failureCount) : nil),
      ("fault", record.fault?.storedText),
      ("postponed", record.postponedUntil.map(String.init)),
      ("etag", record.entityTag), ("modified", record.lastModified), ("name", record.name),
      ("public", record.isPublic ? "1" : nil),
      ("published", record.publishedInterval.map(String.init)),
    ]
    let storedValues = values.compactMap { name, value in
      value.flatMap { $0.utf8.count <= Self.serverValueLimit ? (name, $0) : nil }
    }
    // If the record cannot be written, the calendar is fetched again the next time Handspan starts.
    _ = write(storedValues, to: recordPath(of: id))
  }

  // MARK: Lines of the form name=value

  /// Reads a time or a count. A damaged file may contain any number, with which nothing can be computed.
  private static func number(_ text: String) -> Int? {
    Int(text).flatMap { (0...1 << 40).contains($0) ? $0 : nil }
  }

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
    // Text from a server must not add a line, so values with control characters are left out.
    let lines = values.filter { !$0.1.utf8.contains { $0 < 0x20 } }.map { "\($0)=\($1)\n" }
    return PrivateFile.write(Array(lines.joined().utf8), to: path)
  }
}

extension SubscriptionFault {
  /// The fault as text for a record: its name, and its number if it has one.
  var storedText: String {
    switch self {
    case .unsupportedScheme: "invalidAddress"
    case .tooSlow(let seconds): "tooSlow \(seconds)"
    case .tooLarge(let limit): "tooLarge \(limit)"
    case .tooManyRedirects(let limit): "tooManyRedirects \(limit)"
    case .serverFailed(let status): "serverFailed \(status)"
    default: "\(self)"
    }
  }

  init?(storedText text: String) {
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
    let faultsWithoutNumber: [SubscriptionFault] = [
      .invalidAddress, .alreadySubscribed, .unreachable, .redirectedElsewhere, .redirectedToPrivateNetwork,
      .redirectedToInsecure, .untrusted, .notFound, .accessDenied, .webPage, .notCalendar, .incomplete,
      .notFetched, .notStored, .notSupported,
    ]
    guard let fault = faultsWithoutNumber.first(where: { "\($0)" == text }) else { return nil }
    self = fault
  }
}
