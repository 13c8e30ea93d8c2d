import CalendarModel

/// A request to open calendars, from the command line or another instance.
package struct OpenRequest: Equatable {
  /// Files and folders; empty to open what was open last.
  package var paths: [String] = []
  /// The day to show; nil for today.
  package var date: Day?
  /// The view to show; nil for the one used last.
  package var view: CalendarView?
  /// Whether to open the sample instead.
  package var isSample = false

  /// Precedes the paths. Argument parsing would remove a plain "--".
  private static let marker = "--paths"

  /// The request as arguments for the running instance, where `init(arguments:)` parses them. Paths must be
  /// absolute, as `OpenCommand` makes them, because that instance has another working directory.
  package var arguments: [String] {
    (date.map { ["--date", $0.description] } ?? []) + (view.map { ["--view", $0.rawValue] } ?? [])
      + (isSample ? ["--sample"] : []) + [OpenRequest.marker] + paths
  }

  /// - Parameter arguments: the `arguments` of another instance's request.
  package init(arguments: [String]) {
    let end = arguments.firstIndex(of: OpenRequest.marker) ?? arguments.endIndex
    let options = arguments[..<end]
    func value(of option: String) -> String? {
      options.firstIndex(of: option).flatMap { $0 + 1 < end ? arguments[$0 + 1] : nil }
    }
    date = value(of: "--date").flatMap { Day($0) }
    view = value(of: "--view").flatMap { CalendarView(rawValue: $0) }
    isSample = options.contains("--sample")
    if end < arguments.endIndex { paths = Array(arguments[(end + 1)...]) }
  }

  /// Creates a request. Without arguments, it reopens the calendars that were open last.
  package init(paths: [String] = [], date: Day? = nil, view: CalendarView? = nil, isSample: Bool = false) {
    self.paths = paths
    self.date = date
    self.view = view
    self.isSample = isSample
  }
}
