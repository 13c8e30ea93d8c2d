#pragma once

// What a build may set: `swift build -Xcc '-DHANDSPAN_APPLICATION_ID="org.example.Handspan"'`, as meson does
// for its application_id. A function, because Swift does not see a macro that the command line defines.
#ifndef HANDSPAN_APPLICATION_ID
#define HANDSPAN_APPLICATION_ID "org.handspan.Handspan"
#endif

static inline const char *handspan_application_id(void) { return HANDSPAN_APPLICATION_ID; }

#define HANDSPAN_VERSION "0.1.0"
