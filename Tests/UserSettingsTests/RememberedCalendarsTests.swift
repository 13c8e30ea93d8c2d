import CalendarModel
import FoundationEssentials
import Testing
import UserSettings

/// Settings that an earlier version has written stay readable, and only what changes is written.
@MainActor @Suite struct RememberedCalendarsTests {
  private static let group = "[org/handspan/Handspan]"
  /// The settings as the version of 2026-11-28 wrote them, in a key file of GSettings.
  private static let old = """
    last-opened=['/home/ada/work.ics', '/home/ada/calendars/home']
    last-calendar='/home/ada/work.ics'
    calendar-colors=['#3584e4 /home/ada/work.ics', '#e66100 eds:personal']
    chosen-names=['Work at home\\t/home/ada/work.ics']
    chosen-colors=['#26a269 /home/ada/work.ics']
    hidden-calendars=['/home/ada/calendars/home', 'eds:holidays']
    dismissed-calendars=['/home/ada/khal']
    known-account-calendars=['eds:holidays', 'eds:personal']
    week-numbers=true
    """

  private let folder: URL
  private let file: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent("settings")
    try (Self.group + "\n" + Self.old + "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func oldSettingsAreRead() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let preferences = Preferences(file: file.path)
    let remembered = preferences.rememberedCalendars
    let work = CalendarID("/home/ada/work.ics")
    #expect(remembered.opened == [work, CalendarID("/home/ada/calendars/home")])
    #expect(remembered.lastUsed == work)
    #expect(remembered.assignedColors[work] == EventColor(rgb: 0x3584E4))
    #expect(remembered.assignedColors[CalendarID("eds:personal")] == EventColor(rgb: 0xE66100))
    #expect(remembered.chosenProperties.names == [work: "Work at home"])
    #expect(remembered.chosenProperties.colors == [work: EventColor(rgb: 0x26A269)])
    #expect(remembered.hidden == [CalendarID("/home/ada/calendars/home"), CalendarID("eds:holidays")])
    #expect(remembered.dismissed == [CalendarID("/home/ada/khal")])
    #expect(remembered.everListed == [CalendarID("eds:holidays"), CalendarID("eds:personal")])
    #expect(preferences[Preferences.showsWeekNumbers] && preferences.arePersistent)
  }

  @Test func onlyWhatChangesIsWritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let preferences = Preferences(file: file.path)
    var remembered = preferences.rememberedCalendars
    preferences.rememberedCalendars = remembered
    let unchanged = try lines()
    #expect(unchanged == [Self.group] + Self.old.split(separator: "\n").map(String.init))
    remembered.hidden.remove(CalendarID("eds:holidays"))
    remembered.lastUsed = nil
    preferences.rememberedCalendars = remembered
    let changed = try lines()
    let differences = changed.filter { !unchanged.contains($0) }
    #expect(differences == ["last-calendar=''", "hidden-calendars=['/home/ada/calendars/home']"])
    #expect(preferences.rememberedCalendars == remembered)
  }

  private func lines() throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
