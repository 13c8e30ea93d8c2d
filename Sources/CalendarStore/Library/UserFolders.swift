import CGLib
import CalendarModel
import Glibc

/// The folders for the user's personal calendar and for the program's state (XDG base directories).
package enum UserFolders {
  /// The folder for the calendars that Handspan creates: `$XDG_DATA_HOME/handspan/calendars/`.
  package static var calendars: String {
    String(cString: g_get_user_data_dir()) + "/handspan/calendars"
  }

  /// The path of the user's personal calendar, a folder of files, which may not exist yet.
  package static var personalPath: String { calendars + "/personal" }

  /// Returns the path of the user's personal calendar. If it does not exist, a folder with only the name of the
  /// calendar is created.
  package static func createPersonalCalendarIfNeeded(named name: String) throws(StoreError) -> String {
    let path = personalPath
    var attributes = stat()
    guard stat(path, &attributes) != 0 else { return path }
    let records = MountRecords(folder: mounts)
    // A folder created in an empty mount point would be hidden once the volume is mounted.
    if let mountPoint = records.record(of: path)?.mountPoint, !CalendarFiles().isMountPoint(mountPoint) {
      return path
    }
    try createFolder(path)
    do throws(FileFault) {
      let property = CalendarProperty.name(name)
      _ = try CalendarLoader(files: CalendarFiles(), zones: SystemZones.shared).setMetadata(
        property.fileName, to: property.text, in: path)
    } catch {
      throw error.whileWriting(path)
    }
    // The record describes a different folder, not the new, empty one.
    records.removeRecord(of: path)
    return path
  }

  /// The folder for the state of the program: `$XDG_STATE_HOME/handspan/`.
  package static var state: String { String(cString: g_get_user_state_dir()) + "/handspan" }

  /// The conflicts folder, for copies of versions that could not be merged:
  /// `$XDG_STATE_HOME/handspan/conflicts/`. It is created when first needed.
  static var conflicts: String {
    state + "/conflicts"
  }

  /// The folder for changes that could not be saved: `$XDG_STATE_HOME/handspan/pending/`. It is created when
  /// first needed.
  static var pendingChanges: String {
    state + "/pending"
  }

  /// The folder for the mount points of calendars: `$XDG_STATE_HOME/handspan/mounts/`. It is created when
  /// first needed.
  static var mounts: String {
    state + "/mounts"
  }

  /// Creates a folder that only its owner can access, and its missing ancestors.
  static func createFolder(_ path: String) throws(StoreError) {
    guard g_mkdir_with_parents(path, 0o700) == 0 else { throw FileFault.lastSystemError.whileWriting(path) }
  }
}
