import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A time: typed in an entry, or turned on the wheels under it.
@MainActor
public final class TimePicker {
  /// Entry and wheels.
  public let pointer: WidgetPointer
  /// The entry.
  public let entry: TimeEntry
  /// The wheels.
  public let wheels: TimeWheels
  /// Called with another time once it is chosen; its day is another one too where that was typed ("in 20 h", 24:00).
  public var onCommit: (WallTime) -> Void = { _ in }

  private let reference: ObjectReference

  /// A picker that shows a time.
  ///
  /// - Parameters:
  ///   - step: minutes between the steps of the minute's wheel; a divisor of 60.
  ///   - name: what the time is, for assistive technology: "Start".
  public init(phrases: Phrases, value: WallTime, step: Int = 5, name: String) {
    entry = TimeEntry(phrases: phrases, value: value, name: name)
    wheels = TimeWheels(
      phrases: phrases, minuteOfDay: value.secondOfDay / 60, step: step, name: name)
    pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    reference = ObjectReference(pointer.opaque)
    gtk_box_append(pointer.as(GtkBox.self), entry.pointer)
    gtk_box_append(pointer.as(GtkBox.self), wheels.pointer)
    entry.onCommit = { [weak self] in self?.typed($0) }
    wheels.onCommit = { [weak self] in self?.turned($0) }
  }

  /// The time that is chosen.
  public var value: WallTime { entry.value }

  /// Shows another time.
  public func show(_ value: WallTime) {
    entry.show(value)
    wheels.show(value.secondOfDay / 60)
  }

  private func typed(_ value: WallTime) {
    wheels.show(value.secondOfDay / 60)
    onCommit(value)
  }

  private func turned(_ minuteOfDay: Int) {
    let value = WallTime(self.value.day, secondOfDay: minuteOfDay * 60)
    entry.show(value)
    onCommit(value)
  }
}
