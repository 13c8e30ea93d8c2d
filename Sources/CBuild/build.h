#pragma once

// Values that a build can override, as the Meson build does:
// `swift build -Xcc '-DHANDSPAN_APPLICATION_ID="org.example.Handspan"'`. A function returns the application ID, because
// Swift cannot import a macro from the compiler's command line.
#ifndef HANDSPAN_APPLICATION_ID
#define HANDSPAN_APPLICATION_ID "org.handspan.Handspan"
#endif

static inline const char *handspan_application_id(void) { return HANDSPAN_APPLICATION_ID; }

#define HANDSPAN_VERSION "0.1.0"
