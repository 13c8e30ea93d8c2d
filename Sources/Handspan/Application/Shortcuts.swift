import CalendarText

/// The keys of actions, once: for the application, and for the window that shows them.
enum Shortcuts {
  /// Keys by action. Letters alone never are (WCAG 2.1.4); Ctrl+Alt+arrows belong to window managers.
  static let accelerators: [(action: String, keys: [String])] = [
    ("app.quit", ["<Control>q"]),
    ("win.close", ["<Control>w"]),
    ("win.open", ["<Control>o"]),
    ("win.save", ["<Control>s"]),
    ("win.print", ["<Control>p"]),
    ("win.preferences", ["<Control>comma"]),
    ("win.shortcuts", ["<Control>question"]),
    ("win.previous", ["<Alt>Left"]),
    ("win.next", ["<Alt>Right"]),
    ("win.today", ["<Control>t", "<Alt>Down"]),
    ("win.undo", ["<Control>z"]),
    ("win.redo", ["<Control><Shift>z"]),
    ("win.zoom-in", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
    ("win.zoom-out", ["<Control>minus", "<Control>KP_Subtract"]),
    ("win.zoom-normal", ["<Control>0", "<Control>KP_0"]),
  ]

  /// One row of the help: keys as GTK writes them, and what they do.
  struct Row {
    let keys: String
    let title: String
  }

  /// The help, by group.
  static func groups(_ t: Translator) -> [(title: String, rows: [Row])] {
    [
      (
        t.tr("Events"),
        [
          Row(keys: "Up Down", title: t.tr("Go to the previous or next event")),
          Row(keys: "Return", title: t.tr("Show details")),
          Row(keys: "space", title: t.tr("Lift the event, or drop it")),
          Row(keys: "Escape", title: t.tr("Put the lifted event back")),
          Row(keys: "<Control>Down", title: t.tr("Move later, with ↑ earlier")),
          Row(keys: "<Control>Right", title: t.tr("Move to the next day, with ← to the previous")),
          Row(keys: "<Shift>Down", title: t.tr("End later, with ↑ earlier")),
          Row(keys: "<Control><Shift>Down", title: t.tr("Start later, with ↑ earlier")),
          Row(keys: "Page_Down", title: t.tr("Lifted: an hour later, with Page Up earlier")),
          Row(keys: "<Shift>F10", title: t.tr("Open the event's menu")),
        ]
      ),
      (
        t.tr("Days"),
        [
          Row(keys: "<Alt>Left", title: t.tr("Previous day")),
          Row(keys: "<Alt>Right", title: t.tr("Next day")),
          Row(keys: "<Control>t", title: t.tr("Today")),
        ]
      ),
      (
        t.tr("View"),
        [
          Row(keys: "<Control>plus", title: t.tr("Taller hours")),
          Row(keys: "<Control>minus", title: t.tr("Lower hours")),
          Row(keys: "<Control>0", title: t.tr("Hours as tall as the text needs")),
        ]
      ),
      (
        t.tr("General"),
        [
          Row(keys: "<Control>o", title: t.tr("Open a calendar")),
          Row(keys: "<Control>p", title: t.tr("Print what is shown")),
          Row(keys: "<Control>z", title: t.tr("Undo")),
          Row(keys: "<Control><Shift>z", title: t.tr("Redo")),
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
