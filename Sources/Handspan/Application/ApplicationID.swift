import CBuild

/// The application's ID. D-Bus name, desktop file, icon and schema are named after it. The build sets it.
let applicationID = String(cString: handspan_application_id())

/// The version shown in About.
let applicationVersion = HANDSPAN_VERSION
