import CalendarModel

/// What the window is asked to open, from the command line or another instance.
package struct OpenRequest: Equatable {
  /// Files and folders; empty for what was open last.
  package var paths: [String] = []
  /// The day to show; nil for today.
  package var date: Day?
  /// How many days to show; nil for as many as last.
  package var view: CalendarView?
  /// Whether to open the sample instead.
  package var isSample = false

  /// Stands before the paths; a bare "--" would be taken out on the way.
  private static let marker = "--paths"

  /// As arguments for the instance that runs already; `init(arguments:)` reads them back. Paths have to be
  /// absolute, as `OpenCommand` makes them: that instance has another working folder.
  package var arguments: [String] {
    (date.map { ["--date", $0.description] } ?? []) + (view.map { ["--view", $0.rawValue] } ?? [])
      + (isSample ? ["--sample"] : []) + [OpenRequest.marker] + paths
  }

  /// - Parameter arguments: what `arguments` of another instance made.
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

  /// A request; without arguments, for what was open last.
  package init(paths: [String] = [], date: Day? = nil, view: CalendarView? = nil, isSample: Bool = false) {
    self.paths = paths
    self.date = date
    self.view = view
    self.isSample = isSample
  }
}
