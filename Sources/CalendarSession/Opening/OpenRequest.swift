import CalendarModel

/// A request to open calendars, from the command line or from another instance of the application.
package struct OpenRequest: Equatable {
  /// The files and folders to open; empty to reopen those that were open last.
  package var paths: [String] = []
  /// The day to show, or nil for today.
  package var date: Day?
  /// The view to show, or nil for the one used last.
  package var view: ViewKind?
  /// Whether to open the sample instead.
  package var isSample = false
  /// Whether to show the calendars only until the window is closed.
  package var isTemporary = false
  /// The event to show and focus; nil for none. If it is not found, `date` is shown.
  package var event: OccurrenceReference?

  /// The argument that precedes the paths. It is not a plain "--", because argument parsing would remove
  /// that.
  private static let pathsFlag = "--paths"
  /// The argument that precedes the three parts of an event. Any of them may look like another argument.
  private static let eventFlag = "--event"

  /// The request as arguments for the running instance, which parses them with `init(arguments:)`. The paths
  /// must be absolute, because that instance may have a different working directory; `OpenCommand` makes them
  /// absolute.
  package var arguments: [String] {
    (date.map { ["--date", $0.description] } ?? []) + (view.map { ["--view", $0.rawValue] } ?? [])
      + (isSample ? ["--sample"] : []) + (isTemporary ? ["--for-now"] : [])
      + (event.map { [Self.eventFlag, $0.calendar.key, $0.uid, $0.recurrenceID] } ?? [])
      + [OpenRequest.pathsFlag] + paths
  }

  /// Creates a request from the `arguments` of another instance's request.
  package init(arguments: [String]) {
    var arguments = arguments
    let firstPath = arguments.firstIndex(of: OpenRequest.pathsFlag) ?? arguments.endIndex
    if let flag = arguments.firstIndex(of: OpenRequest.eventFlag), flag < firstPath,
      flag + 3 < arguments.count
    {
      event = OccurrenceReference(
        calendar: CalendarID(arguments[flag + 1]), uid: arguments[flag + 2],
        recurrenceID: arguments[flag + 3])
      arguments.removeSubrange(flag...(flag + 3))
    }
    let optionsEnd = arguments.firstIndex(of: OpenRequest.pathsFlag) ?? arguments.endIndex
    let options = arguments[..<optionsEnd]
    func value(of option: String) -> String? {
      options.firstIndex(of: option).flatMap { $0 + 1 < optionsEnd ? arguments[$0 + 1] : nil }
    }
    date = value(of: "--date").flatMap { Day($0) }
    view = value(of: "--view").flatMap { ViewKind(rawValue: $0) }
    isSample = options.contains("--sample")
    isTemporary = options.contains("--for-now")
    if optionsEnd < arguments.endIndex { paths = Array(arguments[(optionsEnd + 1)...]) }
  }

  /// Creates a request. Without arguments, the request reopens the calendars that were open last.
  package init(
    paths: [String] = [], date: Day? = nil, view: ViewKind? = nil, isSample: Bool = false,
    isTemporary: Bool = false, event: OccurrenceReference? = nil
  ) {
    self.paths = paths
    self.date = date
    self.view = view
    self.isSample = isSample
    self.isTemporary = isTemporary
    self.event = event
  }
}
