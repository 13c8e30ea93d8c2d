import CalendarModel
import Testing

/// The short IDs of calendars, and the names and colors that the user chose.
@Suite struct ChosenPropertiesTests {
  @Test(arguments: [
    ("Work", "work"), ("Büro & Termine", "büro-termine"), ("  a -- b. ", "a-b"), ("2026", "2026"),
    ("🎈", "calendar"), ("", "calendar"), ("../../etc", "etc"), ("日本", "日本"),
  ])
  func slugHasOnlyLettersDigitsAndHyphens(name: String, slug: String) {
    #expect(CalendarShortID.slug(name) == slug)
  }

  @Test func slugIsShortEnoughForAFolderName() {
    #expect(CalendarShortID.slug(String(repeating: "ü", count: 500)).utf8.count <= 200)
  }

  @Test func sharedShortNameBelongsToNoCalendar() {
    #expect(
      CalendarShortID.unambiguous(for: ["work", "Work", "work 2", "home", "WORK"])
        == [nil, nil, "work-2", "home", nil])
  }

  @Test func shortNamesOfManyCalendarsWithOneNameTakeLinearTime() {
    // The numbers that earlier versions appended took minutes.
    #expect(
      CalendarShortID.unambiguous(for: Array(repeating: "Work", count: 50_000)).allSatisfy { $0 == nil })
  }

  @Test func calendarNameIsOneLineWithoutExtraSpaces() {
    #expect(" Ada’s \n\t calendar\u{0} ".asCalendarName == "Ada’s calendar")
    #expect(" \n ".asCalendarName.isEmpty)
  }

  @Test func settingsRestoreTheChosenProperties() {
    var properties = ChosenProperties()
    let (first, second) = (CalendarID("/home/a b\tc.ics"), CalendarID("/home/b.ics"))
    #expect(properties.choose(.name("Ada & Co"), for: first) == .name(nil))
    #expect(properties.choose(.color(EventColor(rgb: 0x112233)), for: second) == .color(nil))
    #expect(
      properties.choose(.color(EventColor(rgb: 0x445566)), for: second) == .color(EventColor(rgb: 0x112233)))
    let restoredProperties = ChosenProperties(
      names: properties.nameSettings, colors: properties.colorSettings)
    #expect(restoredProperties == properties)
    #expect(properties.choose(.name(nil), for: first) == .name("Ada & Co"))
    #expect(properties.nameSettings.isEmpty)
  }

  @Test func unreadableSettingsAreSkipped() {
    let properties = ChosenProperties(
      names: ["", "name", "Name\t/a.ics"], colors: ["#12", "red /a.ics", "#000000"])
    #expect(properties.nameSettings == ["Name\t/a.ics"])
    #expect(properties.colorSettings.isEmpty)
  }
}
