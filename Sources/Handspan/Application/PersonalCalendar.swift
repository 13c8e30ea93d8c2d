import CGtk
import Foundation

/// The calendar that everyone has from the start: a folder of files of their own.
enum PersonalCalendar {
  /// The folder, made if it is not there yet.
  static func folder() -> URL {
    let folder = URL(fileURLWithPath: String(cString: g_get_user_data_dir()))
      .appendingPathComponent("handspan/calendars/personal")
    // Where it cannot be made, opening it says why.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
