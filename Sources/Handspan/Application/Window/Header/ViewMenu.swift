import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineWidgets

/// The menu of views.
@MainActor
enum ViewMenu {
  /// The views, in the order of the menu and the shortcuts.
  static let views: [ViewKind] = [.week, .workWeek, .threeDays, .day]

  static func items(_ phrases: Phrases) -> [MenuItem] {
    views.map { .row(phrases.name($0), action: "win.view", target: $0.rawValue) }
  }
}
