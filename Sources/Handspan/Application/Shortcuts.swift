import CalendarText
import UserSettings

/// The keyboard shortcuts of the actions, and their descriptions in the shortcuts window.
enum Shortcuts {
  /// The accelerators of each action. None is a single letter (WCAG 2.1.4). None is Ctrl+Alt with an arrow
  /// key either, because window managers use those.
  static let accelerators: [(action: String, keys: [String])] = [
    ("app.quit", ["<Control>q"]),
    ("win.close", ["<Control>w"]),
    ("win.new-event", ["<Control>n"]),
    ("win.open", ["<Control>o"]),
    ("win.save", ["<Control>s"]),
    ("win.print", ["<Control>p"]),
    ("win.preferences", ["<Control>comma"]),
    ("win.shortcuts", ["<Control>question"]),
    ("win.previous", ["<Alt>Left"]),
    ("win.next", ["<Alt>Right"]),
    ("win.today", ["<Control>t", "<Alt>Down"]),
    ("win.go-to-date", ["<Control>g"]),
    ("win.search", ["<Control>f"]),
    ("win.move-to-date", ["<Control><Shift>g"]),
    ("win.move-to-calendar", ["<Control><Shift>m"]),
    ("win.view::week", ["<Alt>1", "<Alt>KP_1"]),
    ("win.view::workweek", ["<Alt>2", "<Alt>KP_2"]),
    ("win.view::3day", ["<Alt>3", "<Alt>KP_3"]),
    ("win.view::day", ["<Alt>4", "<Alt>KP_4"]),
    ("win.view-next", ["<Control>Page_Down"]),
    ("win.view-previous", ["<Control>Page_Up"]),
    ("win.sidebar", ["F9"]),
    ("win.next-pane", ["F6"]),
    ("win.previous-pane", ["<Shift>F6"]),
    ("win.undo", ["<Control>z"]),
    ("win.redo", ["<Control><Shift>z"]),
    ("win.zoom-in", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
    ("win.zoom-out", ["<Control>minus", "<Control>KP_Subtract"]),
    ("win.zoom-normal", ["<Control>0", "<Control>KP_0"]),
  ]

  /// One row of the shortcuts window: keys in GTK's notation, and their description.
  struct Row {
    let keys: String
    let title: String
  }

  /// The groups of the shortcuts window.
  static func groups(_ t: Translator) -> [(title: String, rows: [Row])] {
    [
      (
        t.tr("Events"),
        [
          Row(keys: "<Control>n", title: t.tr("New event")),
          Row(keys: "Up Down", title: t.tr("Go to the previous or next event")),
          Row(keys: "Return", title: t.tr("Show details")),
          Row(keys: "<Control>e F2", title: t.tr("Edit the event")),
          Row(keys: "Delete", title: t.tr("Delete the event")),
          Row(keys: "<Control>x", title: t.tr("Cut the event")),
          Row(keys: "<Control>c", title: t.tr("Copy the event")),
          Row(keys: "<Control>v", title: t.tr("Paste on the selected day")),
          Row(keys: "<Control>d", title: t.tr("Duplicate the event")),
          Row(keys: "<Shift>F10", title: t.tr("Open the event’s menu")),
        ]
      ),
      (
        t.tr("Moving Events"),
        [
          Row(keys: "<Control>space", title: t.tr("Select or deselect the event")),
          Row(keys: "space", title: t.tr("Lift or drop the event")),
          Row(keys: "Escape", title: t.tr("Cancel the drag")),
          Row(keys: "<Control>Up <Control>Down", title: t.tr("Move earlier or later")),
          Row(keys: "<Control>Left <Control>Right", title: t.tr("Move to the previous or next day")),
          Row(keys: "<Shift>Up <Shift>Down", title: t.tr("End earlier or later")),
          Row(
            keys: "<Control><Shift>Up <Control><Shift>Down", title: t.tr("Start earlier or later")),
          Row(keys: "Page_Up Page_Down", title: t.tr("Move the lifted event by an hour")),
          Row(keys: "<Control><Shift>g", title: t.tr("Move to a date")),
          Row(keys: "<Control><Shift>m", title: t.tr("Move to another calendar")),
        ]
      ),
      (
        t.tr("Days"),
        [
          Row(keys: "<Alt>Left", title: t.tr("Previous week or day")),
          Row(keys: "<Alt>Right", title: t.tr("Next week or day")),
          Row(keys: "<Control>t", title: t.tr("Today")),
          Row(keys: "<Control>g", title: t.tr("Go to a date")),
          Row(keys: "<Control>f", title: t.tr("Search events")),
        ]
      ),
      (
        t.tr("View"),
        [
          Row(keys: "<Alt>1", title: t.trc("view", "Week")),
          Row(keys: "<Alt>2", title: t.trc("view", "Work Week")),
          Row(keys: "<Alt>3", title: t.trc("view", "3 Days")),
          Row(keys: "<Alt>4", title: t.trc("view", "Day")),
          Row(keys: "<Control>Page_Up <Control>Page_Down", title: t.tr("Previous or next view")),
          Row(keys: "F9", title: t.tr("Show or hide the sidebar")),
          Row(keys: "<Control>plus", title: t.tr("Zoom in")),
          Row(keys: "<Control>minus", title: t.tr("Zoom out")),
          Row(keys: "<Control>0", title: t.tr("Reset zoom")),
        ]
      ),
      (
        t.tr("General"),
        [
          Row(keys: "<Control>o", title: t.tr("Open a calendar")),
          Row(keys: "F2", title: t.tr("Rename the calendar in the sidebar")),
          Row(keys: "<Control>p", title: t.tr("Print the current view")),
          Row(keys: "<Control>z", title: t.tr("Undo")),
          Row(keys: "<Control><Shift>z", title: t.tr("Redo")),
          Row(keys: "F6 <Shift>F6", title: t.tr("Next or previous part of the window")),
          Row(keys: "F10", title: t.tr("Open the menu")),
          Row(keys: "<Control>comma", title: t.tr("Preferences")),
          Row(keys: "<Control>question", title: t.tr("Keyboard shortcuts")),
          Row(keys: "<Control>w", title: t.tr("Close the window")),
          Row(keys: "<Control>q", title: t.tr("Quit")),
        ]
      ),
    ]
  }
}
