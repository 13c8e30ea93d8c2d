#pragma once

// GLib's time zones and GIO's file monitors.
#include <gio/gio.h>
