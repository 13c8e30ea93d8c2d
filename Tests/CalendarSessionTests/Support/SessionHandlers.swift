import CalendarModel
import CalendarStore

@testable import CalendarSession

// One handler for each report of a session. A handler that is set replaces the previous one for the same reports.
extension CalendarSession {
  /// Sets the handler of the reports from which `value` takes a value.
  private func on<Value>(
    _ value: @escaping (SessionReport) -> Value?, _ handler: @escaping (Value) -> Void
  ) {
    let previous = reports.observer
    reports.observer = { report in
      if let value = value(report) { handler(value) } else { previous(report) }
    }
  }

  var onChange: () -> Void {
    get { {} }
    set {
      on(
        {
          switch $0 {
          case .changed, .changedExternally, .colorsChanged: ()
          default: nil
          }
        }, { _ in newValue() })
    }
  }
  var onExternalChange: () -> Void {
    get { {} }
    set { on({ if case .changedExternally = $0 { () } else { nil } }, { _ in newValue() }) }
  }
  var onDisplayChange: () -> Void {
    get { {} }
    set { on({ if case .displayChanged = $0 { () } else { nil } }, { _ in newValue() }) }
  }
  var onZoneChanged: () -> Void {
    get { {} }
    set { on({ if case .zoneChanged = $0 { () } else { nil } }, { _ in newValue() }) }
  }
  var onNextUndoChanged: () -> Void {
    get { {} }
    set { on({ if case .nextUndoChanged = $0 { () } else { nil } }, { _ in newValue() }) }
  }
  var onKeptCalendarsChanged: () -> Void {
    get { {} }
    set { on({ if case .calendarListChanged = $0 { () } else { nil } }, { _ in newValue() }) }
  }
  var onAccountsOpened: () -> Void {
    get { {} }
    set { on({ if case .accountsOpened = $0 { () } else { nil } }, { _ in newValue() }) }
  }
  var onNotice: (Notice) -> Void {
    get { { _ in } }
    set { on({ if case .notice(let notice) = $0 { notice } else { nil } }, newValue) }
  }
  var onFailure: (String, Bool) -> Void {
    get { { _, _ in } }
    set {
      on({ if case .failure(let text, let canSaveCopy) = $0 { (text, canSaveCopy) } else { nil } }) {
        newValue($0.0, $0.1)
      }
    }
  }
  var onDoubledEvent: (DoubledEvent) -> Void {
    get { { _ in } }
    set { on({ if case .doubled(let double) = $0 { double } else { nil } }, newValue) }
  }

  // MARK: What is remembered

  /// Calls a handler whenever a part of what is remembered has changed. Several parts can have handlers.
  private func onChange<Part: Equatable>(
    of part: @escaping (RememberedCalendars) -> Part, _ handler: @escaping (Part) -> Void
  ) {
    var last = part(choices.remembered)
    let previous = reports.observer
    reports.observer = { report in
      previous(report)
      guard case .remembered(let remembered) = report, part(remembered) != last else { return }
      last = part(remembered)
      handler(last)
    }
  }

  var onHiddenCalendarsChanged: () -> Void {
    get { {} }
    set { onChange(of: \.hidden) { _ in newValue() } }
  }
  var onDismissedCalendarsChanged: () -> Void {
    get { {} }
    set { onChange(of: \.dismissed) { _ in newValue() } }
  }
  var onKnownListedCalendarsChanged: () -> Void {
    get { {} }
    set { onChange(of: \.everListed) { _ in newValue() } }
  }
  var onChosenPropertiesChanged: () -> Void {
    get { {} }
    set { onChange(of: \.chosenProperties) { _ in newValue() } }
  }
  var onLastCalendarChanged: (CalendarID?) -> Void {
    get { { _ in } }
    set { onChange(of: \.lastUsed, newValue) }
  }

  /// Changes what an earlier run has remembered.
  private func restore(_ change: (inout RememberedCalendars) -> Void) {
    var remembered = choices.remembered
    change(&remembered)
    choices.restore(remembered)
  }

  func restoreHidden(_ calendars: [CalendarID]) { restore { $0.hidden = Set(calendars) } }

  var chosenProperties: ChosenProperties {
    get { choices.remembered.chosenProperties }
    set { restore { $0.chosenProperties = newValue } }
  }
}
