import CGLib
import CalendarModel
import Glibc

/// Where the user's own calendars and what belongs to them live (the XDG base directories).
package enum UserFolders {
  /// The calendar of the user's own, a folder of files that starts empty:
  /// `$XDG_DATA_HOME/handspan/calendars/personal/`. It is made if it is not there.
  ///
  /// - Returns: its path.
  package static func personalCalendar() throws(StoreError) -> String {
    let path = String(cString: g_get_user_data_dir()) + "/handspan/calendars/personal"
    var facts = stat()
    guard stat(path, &facts) != 0 else { return path }
    let records = MountRecords(folder: mounts)
    // Below a mount point it would be hidden once its volume is mounted.
    if let point = records.record(of: path)?.mountPoint, !CalendarFiles().isMountPoint(point) { return path }
    try make(path)
    // A new one is empty, and another one than before.
    records.forget(path)
    return path
  }

  /// Where the user's version of a change is kept when another program's wins:
  /// `$XDG_STATE_HOME/handspan/conflicts/`. It is made when it is first needed.
  static var conflicts: String {
    String(cString: g_get_user_state_dir()) + "/handspan/conflicts"
  }

  /// Where changes are kept that could not be saved: `$XDG_STATE_HOME/handspan/pending/`. It is made when it is first
  /// needed.
  static var pending: String {
    String(cString: g_get_user_state_dir()) + "/handspan/pending"
  }

  /// Where is remembered what calendars were mounted on: `$XDG_STATE_HOME/handspan/mounts/`. It is made when it is first
  /// needed.
  static var mounts: String {
    String(cString: g_get_user_state_dir()) + "/handspan/mounts"
  }

  /// Makes a folder, for its owner alone, and those above it.
  static func make(_ path: String) throws(StoreError) {
    guard g_mkdir_with_parents(path, 0o700) == 0 else { throw FileFault.last.whileWriting(path) }
  }
}
