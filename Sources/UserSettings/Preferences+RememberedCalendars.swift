import CalendarModel

extension Preferences {
  /// What is remembered about calendars. Setting it writes only what has changed.
  package var rememberedCalendars: RememberedCalendars {
    get {
      func calendars(_ key: Key<[String]>) -> [CalendarID] { self[key].map { CalendarID($0) } }
      var remembered = RememberedCalendars()
      remembered.opened = calendars(Preferences.lastOpened)
      let lastUsed = self[Preferences.lastCalendar]
      remembered.lastUsed = lastUsed.isEmpty ? nil : CalendarID(lastUsed)
      remembered.assignedColors = CalendarColors(settings: self[Preferences.calendarColors])
      remembered.chosenProperties = ChosenProperties(
        names: self[Preferences.chosenNames], colors: self[Preferences.chosenColors])
      remembered.hidden = Set(calendars(Preferences.hiddenCalendars))
      remembered.dismissed = Set(calendars(Preferences.dismissedCalendars))
      remembered.everListed = Set(calendars(Preferences.knownListedCalendars))
      return remembered
    }
    set {
      let old = rememberedCalendars
      func write<Part: Equatable>(
        _ part: KeyPath<RememberedCalendars, Part>, to key: Key<[String]>, _ texts: (Part) -> [String]
      ) {
        if newValue[keyPath: part] != old[keyPath: part] { self[key] = texts(newValue[keyPath: part]) }
      }
      write(\.opened, to: Preferences.lastOpened) { $0.map(\.key) }
      if newValue.lastUsed != old.lastUsed { self[Preferences.lastCalendar] = newValue.lastUsed?.key ?? "" }
      write(\.assignedColors, to: Preferences.calendarColors, \.settings)
      write(\.chosenProperties.names, to: Preferences.chosenNames) { _ in
        newValue.chosenProperties.nameSettings
      }
      write(\.chosenProperties.colors, to: Preferences.chosenColors) { _ in
        newValue.chosenProperties.colorSettings
      }
      write(\.hidden, to: Preferences.hiddenCalendars) { $0.map(\.key).sorted() }
      write(\.dismissed, to: Preferences.dismissedCalendars) { $0.map(\.key).sorted() }
      write(\.everListed, to: Preferences.knownListedCalendars) { $0.map(\.key).sorted() }
    }
  }
}
