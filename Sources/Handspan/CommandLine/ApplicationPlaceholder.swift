import CalendarModel

// Until the window is there. Deleted together with its arrival in Application/.

/// What the window is asked to open.
struct OpenRequest {
  var paths: [String]
  var date: Day?
  var isSample: Bool
}

/// Opens the window.
@MainActor
func runApplication(_ request: OpenRequest) -> Int32 {
  print("The window is not built yet. See handspan --help for the commands.")
  return 0
}
