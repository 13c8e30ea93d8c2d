import CalendarDocument
import CalendarModel
import CalendarStore

/// What the head of a response means, before its body is read.
enum ResponseMeaning: Hashable, Sendable {
  /// The body should be a calendar.
  case body
  case notModified
  /// The calendar is at another address, which is the value of the Location header.
  case redirect(String)
  case failure(SubscriptionFault)

  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - location: the value of the Location header.
  ///   - wasConditional: whether the request allowed the server to say that nothing has changed.
  init(status: Int, location: String?, wasConditional: Bool) {
    self =
      switch status {
      case 200: .body
      case 304 where wasConditional: .notModified
      case 301, 302, 303, 307, 308:
        location.map(ResponseMeaning.redirect) ?? .failure(.serverFailed(status: status))
      case 401, 403, 407: .failure(.accessDenied)
      case 404, 410: .failure(.notFound)
      default: .failure(.serverFailed(status: status))
      }
  }
}

/// The calendar in the body of a response.
struct FetchedCalendar: Sendable {
  /// The calendar's own name.
  let name: String?
  /// The interval at which the publisher suggests fetching it, in seconds.
  let publishedInterval: Int?

  /// Checks that a body is a complete calendar. Nothing else replaces the stored copy.
  init(_ bytes: [UInt8], contentType: String?, limit: Int) throws(SubscriptionFault) {
    let isMarkup = Self.isMarkup(bytes)
    guard !isMarkup else { throw .webPage }
    let document: CalendarDocument
    do {
      document = try CalendarDocument(
        bytes: bytes, calendar: CalendarID("subscription:"), file: nil, zones: SystemZones.shared,
        limit: limit)
    } catch {
      switch error {
      case .tooLarge, .tooManyLines: throw .tooLarge(limit: limit)
      case .empty, .noCalendar: throw contentType == "text/html" ? .webPage : .notCalendar
      }
    }
    guard document.isComplete else { throw .incomplete }
    guard document.calendarCount > 0 else { throw .notCalendar }
    (name, publishedInterval) = (document.name, document.publishedInterval)
  }

  /// Whether the text begins like HTML or XML, perhaps after a byte order mark.
  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { $0 > 0x20 } == UInt8(ascii: "<")
  }
}
