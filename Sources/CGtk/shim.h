#pragma once

// GTK 4 and libadwaita in one module, so that every type has one home.
// Newer GTKs deprecate what the oldest supported one needs.
#define ADW_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define PANGO_DISABLE_DEPRECATION_WARNINGS
#include <adwaita.h>
#include <gtk/gtk.h>

// Swift's main queue announces itself by a file descriptor (GtkSupport/MainLoop.swift).
#include <glib-unix.h>
// Raw sequences and their frame times (TimelineWidgets/FrameLog).
#include <gdk/gdk.h>
// gettext's look-ups, which GLib declares with the context form as well.
#include <glib/gi18n.h>
#include <libintl.h>
#include <locale.h>

// Cairo's pixels as GDK calls them; a macro of GDK's, which is not imported.
static const GdkMemoryFormat handspan_cairo_memory_format = GDK_MEMORY_DEFAULT;

// Announcements came with GTK 4.14; the oldest supported GTK has none. Returns whether it was announced.
// What GTK's own tests use in place of a screen reader (GTK_A11Y=test) cannot announce, and GTK calls it all the same.
static inline gboolean handspan_announce (GtkWidget *widget, const char *message)
{
#if GTK_CHECK_VERSION (4, 14, 0)
  GtkATContext *context = gtk_accessible_get_at_context (GTK_ACCESSIBLE (widget));
  if (context == NULL)
    return FALSE;
  const gboolean can_announce = strcmp (G_OBJECT_TYPE_NAME (context), "GtkTestATContext") != 0;
  g_object_unref (context);
  if (!can_announce)
    return FALSE;
  gtk_accessible_announce (GTK_ACCESSIBLE (widget), message, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
  return TRUE;
#else
  (void) widget;
  (void) message;
  return FALSE;
#endif
}
