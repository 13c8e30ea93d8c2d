import Reminders
import Testing

@Suite struct RingerTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let desktop: Ringer.Desktop
    var ringsForAccounts = false
    /// Who rings for a file, a file that is also in Evolution, a subscription and an account.
    let ringers: [Ringer]
  }

  static let rows = [
    Row(
      testDescription: "evolution-alarm-notify", desktop: .init(hasAlarmNotify: true),
      ringers: [.handspan, .evolution, .handspan, .evolution]),
    Row(
      testDescription: "evolution-alarm-notify, and Handspan may", desktop: .init(hasAlarmNotify: true),
      ringsForAccounts: true, ringers: [.handspan, .evolution, .handspan, .evolution]),
    Row(
      testDescription: "GNOME 51", desktop: .init(shellVersion: 51),
      ringers: [.handspan, .shell, .handspan, .shell]),
    Row(
      testDescription: "GNOME 52, and Handspan may", desktop: .init(shellVersion: 52), ringsForAccounts: true,
      ringers: [.handspan, .shell, .handspan, .shell]),
    // Some distributions start both; then Handspan adds no third.
    Row(
      testDescription: "GNOME 51 and evolution-alarm-notify",
      desktop: .init(hasAlarmNotify: true, shellVersion: 51),
      ringers: [.handspan, .evolution, .handspan, .evolution]),
    Row(
      testDescription: "GNOME 43", desktop: .init(shellVersion: 43),
      ringers: [.handspan, .handspan, .handspan, .nobody]),
    Row(
      testDescription: "GNOME 50, and Handspan may", desktop: .init(shellVersion: 50), ringsForAccounts: true,
      ringers: [.handspan, .handspan, .handspan, .handspan]),
    Row(
      testDescription: "another desktop", desktop: .init(),
      ringers: [.handspan, .handspan, .handspan, .nobody]),
    Row(
      testDescription: "another desktop, and Handspan may", desktop: .init(), ringsForAccounts: true,
      ringers: [.handspan, .handspan, .handspan, .handspan]),
  ]

  @Test(arguments: rows) func exactlyOneProgramRings(_ row: Row) {
    let sources: [Ringer.Source] = [.file, .fileOfEvolution, .subscription, .account]
    #expect(Set(sources) == Set(Ringer.Source.allCases))
    #expect(
      sources.map { Ringer.of($0, on: row.desktop, ringsForAccounts: row.ringsForAccounts) } == row.ringers)
  }
}
