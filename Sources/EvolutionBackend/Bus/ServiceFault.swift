import CalendarModel
import CalendarStore

/// Why a request to Evolution Data Server failed.
enum ServiceFault: Error, Hashable, Sendable {
  /// No answer came, so the request may or may not have been carried out.
  case noAnswer
  /// The request did not reach the service: it is not running, or it no longer knows the object.
  case notDelivered(String)
  /// There is no session bus, or the connection to it was lost.
  case noBus(String)
  /// The object has been changed on the server since it was read.
  case outOfSync
  /// There is already an object with this UID.
  case exists
  case notFound
  case notPermitted
  /// The server cannot be reached.
  case offline
  /// The server reported an error. The value is its message.
  case serverError(String)
  case signInNeeded
  /// The service cannot store such an object.
  case unsupported
  /// The service does not know a time zone of the object.
  case unknownZone(String)
  /// The service or the server refused the request. The value is its message.
  case rejected(String)

  /// - Parameters:
  ///   - name: the D-Bus name of the error.
  ///   - message: its text, without the name.
  init(name: String, message: String) {
    if let (domain, code) = ServiceFault.domainAndCode(of: name) {
      self.init(domain: domain, code: code, message: message)
      return
    }
    switch name.hasPrefix("org.freedesktop.DBus.Error.") ? name.split(separator: ".").last : nil {
    case "NoReply", "Timeout", "TimedOut": self = .noAnswer
    case "Disconnected": self = .noBus(message)
    case "ServiceUnknown", "NameHasNoOwner", "UnknownObject", "UnknownInterface", "UnknownMethod":
      self = .notDelivered(message)
    default: self = name.contains(".Error.Spawn.") ? .notDelivered(message) : .rejected(message)
    }
  }

  private init(domain: String, code: Int, message: String) {
    switch (domain, code) {
    case ("e-client-error-quark", 21): self = .outOfSync
    case ("e-client-error-quark", 4), ("e-client-error-quark", 5): self = .signInNeeded
    case ("e-client-error-quark", 6), ("e-client-error-quark", 7): self = .offline
    case ("e-client-error-quark", 8): self = .notPermitted
    case ("e-client-error-quark", 20): self = .notDelivered(message)
    case ("e-cal-client-error-quark", 0), ("e-cal-client-error-quark", 1): self = .notFound
    case ("e-cal-client-error-quark", 4): self = .exists
    // GIO's codes for hosts and networks that cannot be reached, and for refused connections.
    case ("g-io-error-quark", 28), ("g-io-error-quark", 37), ("g-io-error-quark", 38),
      ("g-io-error-quark", 39), ("g-resolver-error-quark", _):
      self = .offline
    // GIO's codes for a connection that ended before the answer was complete.
    case ("g-io-error-quark", 34), ("g-io-error-quark", 44): self = .noAnswer
    // HTTP. The precondition is that the object has the version that the service knows, or that there is none.
    case ("e-soup-session-error-quark", 412): self = .outOfSync
    case ("e-soup-session-error-quark", 500..<600): self = .serverError(ServiceFault.shortened(message))
    case ("g-io-error-quark", 24): self = .noAnswer
    case ("g-io-error-quark", 14): self = .notPermitted
    default: self = .rejected(message)
    }
  }

  /// Parses the name that GDBus gives to an error of another program, such as
  /// `org.gtk.GDBus.UnmappedGError.Quark._e_2dclient_2derror_2dquark.Code21`.
  static func domainAndCode(of name: String) -> (domain: String, code: Int)? {
    let prefix = "org.gtk.GDBus.UnmappedGError.Quark._"
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(separator: ".")
    guard parts.count == 2, parts[1].hasPrefix("Code"), let code = Int(parts[1].dropFirst(4)) else {
      return nil
    }
    // A byte that is neither a letter nor a digit is written as "_" and two hexadecimal digits.
    var domain: [UInt8] = []
    var rest = Array(parts[0].utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "_"), rest.count >= 2,
        let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        domain.append(byte)
        continue
      }
      domain.append(decoded)
      rest = rest.dropFirst(2)
    }
    return (String(decoding: domain, as: UTF8.self), code)
  }

  /// The maximum length of a server's message. Some servers send a complete web page.
  private static let maximumLength = 160

  /// Returns a server's message on one line, without the final period, for use in a sentence.
  static func shortened(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.count <= maximumLength else { return line.prefix(maximumLength - 1) + "…" }
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// Whether the cause is the server, which may work again without any action by the user.
  var isServerProblem: Bool { self == .offline || serverMessage != nil }

  /// Whether the same request may succeed later without any action by the user.
  var isTemporary: Bool {
    switch self {
    case .noAnswer, .notDelivered, .noBus, .offline, .serverError: true
    case .outOfSync, .exists, .notFound, .notPermitted, .signInNeeded, .unsupported, .unknownZone, .rejected:
      false
    }
  }

  /// The server's error message.
  var serverMessage: String? { if case .serverError(let message) = self { message } else { nil } }

  /// Returns the error to report for a failed write.
  func whileWriting(_ location: CalendarLocation) -> BackendError {
    switch self {
    case .noAnswer: .outcomeUnknown
    // The service has stopped. Once it is running again, all objects in the calendar are read again.
    case .notDelivered, .noBus: .failed(.offline(location))
    case .outOfSync, .exists, .notFound: .changed
    case .notPermitted: .failed(.readOnly(location))
    case .offline: .failed(.offline(location))
    case .serverError(let message): .failed(.serverError(location, message: message))
    case .signInNeeded: .failed(.signInNeeded(location))
    case .unsupported: .failed(.failed(location, reason: .system(.unsupported)))
    case .unknownZone(let zone): .refused(.unknownZone(zone))
    case .rejected(let message): .failed(.failed(location, reason: .service(message)))
    }
  }

  /// Returns the error to report when a calendar could not be read.
  func whileReading(_ location: CalendarLocation) -> StoreError {
    switch self {
    case .noAnswer: .noAnswer(location)
    case .notDelivered, .noBus, .offline: .offline(location)
    case .serverError(let message): .serverError(location, message: message)
    case .notFound: .notFound(location)
    case .signInNeeded: .signInNeeded(location)
    case .notPermitted: .unreadable(location, reason: .system(.notPermitted))
    case .outOfSync, .exists: .beingWritten(location)
    case .unsupported: .unreadable(location, reason: .system(.unsupported))
    case .unknownZone(let zone): .unreadable(location, reason: .unknownZone(zone))
    case .rejected(let message): .unreadable(location, reason: .service(message))
    }
  }
}
