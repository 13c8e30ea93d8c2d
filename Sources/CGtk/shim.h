#pragma once

// GTK 4 and libadwaita in one module, so that every type has one home.
// Newer versions of GTK deprecate what the oldest supported one needs.
#define ADW_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define PANGO_DISABLE_DEPRECATION_WARNINGS
#include <adwaita.h>
#include <gtk/gtk.h>

// Swift's main queue signals work through a file descriptor (GtkSupport/MainLoop.swift).
#include <glib-unix.h>
// A wall-clock timer that notices when the clock is set (GtkSupport/WallClock.swift); Swift's Glibc module lacks it.
#include <sys/timerfd.h>
// Touch sequences, and the frame clock (TimelineWidgets/FrameLog.swift).
#include <gdk/gdk.h>
// gettext, including lookups with a context, which GLib declares.
#include <glib/gi18n.h>
#include <libintl.h>
#include <locale.h>

// GDK's name for Cairo's pixel format. It is a macro, which Swift does not import.
static const GdkMemoryFormat handspan_cairo_memory_format = GDK_MEMORY_DEFAULT;

// Announces a text to screen readers, which GTK can do since version 4.14. Returns whether it did. With GTK_A11Y=test,
// GTK's replacement for a screen reader cannot announce, but GTK would call it all the same.
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

// Since libadwaita 1.5, alerts are inside the window; before, they are windows. The functions of both differ only in the
// name of the class.
#if ADW_CHECK_VERSION (1, 5, 0)
#define HANDSPAN_ALERT(function, alert, ...) adw_alert_dialog_##function (ADW_ALERT_DIALOG (alert), __VA_ARGS__)
#else
#define HANDSPAN_ALERT(function, alert, ...) adw_message_dialog_##function (ADW_MESSAGE_DIALOG (alert), __VA_ARGS__)
#endif

static inline GtkWidget *handspan_alert_new (GtkWindow *parent, const char *heading, const char *body)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  (void) parent;
  return GTK_WIDGET (adw_alert_dialog_new (heading, body));
#else
  return adw_message_dialog_new (parent, heading, body);
#endif
}

static inline void handspan_alert_present (GtkWidget *alert, GtkWindow *parent)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  adw_dialog_present (ADW_DIALOG (alert), GTK_WIDGET (parent));
#else
  (void) parent;
  gtk_window_present (GTK_WINDOW (alert));
#endif
}

static inline void handspan_alert_close (GtkWidget *alert)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  adw_dialog_close (ADW_DIALOG (alert));
#else
  gtk_window_close (GTK_WINDOW (alert));
#endif
}

static inline void
handspan_alert_add_response (GtkWidget *alert, const char *id, const char *label, AdwResponseAppearance appearance)
{
  HANDSPAN_ALERT (add_response, alert, id, label);
  HANDSPAN_ALERT (set_response_appearance, alert, id, appearance);
}

static inline void handspan_alert_set_responses (GtkWidget *alert, const char *on_enter, const char *on_close)
{
  HANDSPAN_ALERT (set_default_response, alert, on_enter);
  HANDSPAN_ALERT (set_close_response, alert, on_close);
}

static inline void handspan_alert_set_extra_child (GtkWidget *alert, GtkWidget *child)
{
  HANDSPAN_ALERT (set_extra_child, alert, child);
}
