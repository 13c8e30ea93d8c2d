#pragma once

// GTK 4 and libadwaita in one module, so that every type belongs to a single module.
// Newer versions of GTK deprecate functions that are still needed with the oldest supported version.
#define ADW_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define PANGO_DISABLE_DEPRECATION_WARNINGS
#include <adwaita.h>
#include <gtk/gtk.h>

// Swift's main queue signals pending work through a file descriptor (GtkSupport/MainLoop.swift).
#include <glib-unix.h>
// A timer that notices when the wall clock is set (GtkSupport/WallClockTimer.swift). Swift's Glibc module does not
// include it.
#include <sys/timerfd.h>
// Touch sequences (TimelineWidgets/Shared/Input), and the frame clock (TimelineWidgets/Shared/Frames).
#include <gdk/gdk.h>
// gettext, including lookups with a context, which GLib declares.
#include <glib/gi18n.h>
#include <libintl.h>
#include <locale.h>

// GDK's name for Cairo's pixel format, which is a macro that Swift does not import.
static const GdkMemoryFormat handspan_cairo_memory_format = GDK_MEMORY_DEFAULT;

// Returns the number of device pixels per px of a surface. GTK 4.12 and later report fractions. A program that was
// built with an older version may run with a newer one, so in that case the property is read by its name.
static inline double handspan_surface_scale (GdkSurface *surface)
{
#if GTK_CHECK_VERSION (4, 12, 0)
  return gdk_surface_get_scale (surface);
#else
  double scale = gdk_surface_get_scale_factor (surface);
  if (gtk_check_version (4, 12, 0) == NULL)
    g_object_get (surface, "scale", &scale, NULL);
  return scale;
#endif
}

// Returns whether handspan_announce can announce text. With GTK_A11Y=test, GTK uses a test context that does not
// implement announcements, although GTK would still try to announce the text through it.
static inline gboolean handspan_can_announce (GtkWidget *widget)
{
#if GTK_CHECK_VERSION (4, 14, 0)
  GtkATContext *context = gtk_accessible_get_at_context (GTK_ACCESSIBLE (widget));
  if (context == NULL)
    return FALSE;
  const gboolean can_announce = strcmp (G_OBJECT_TYPE_NAME (context), "GtkTestATContext") != 0;
  g_object_unref (context);
  return can_announce;
#else
  (void) widget;
  return FALSE;
#endif
}

// Announces text to screen readers, if GTK is 4.14 or later. Returns whether the text was announced.
static inline gboolean handspan_announce (GtkWidget *widget, const char *message)
{
#if GTK_CHECK_VERSION (4, 14, 0)
  if (!handspan_can_announce (widget))
    return FALSE;
  gtk_accessible_announce (GTK_ACCESSIBLE (widget), message, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
  return TRUE;
#else
  (void) widget;
  (void) message;
  return FALSE;
#endif
}

// Sets whether a radio button is the selected one in its group. GTK 4.8 cannot read this state from a GValue.
static inline void handspan_set_checked (GtkWidget *widget, gboolean is_checked)
{
  gtk_accessible_update_state (
    GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_CHECKED,
    is_checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

// Sets whether the text of a field was rejected. GTK 4.8 cannot read this state from a GValue either.
static inline void handspan_set_invalid (GtkWidget *widget, gboolean is_invalid)
{
  gtk_accessible_update_state (
    GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_INVALID,
    is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

// Names a widget after a label. GTK 4.8 cannot read a list of widgets from a GValue either.
static inline void handspan_set_labeled_by (GtkWidget *widget, GtkWidget *label)
{
  gtk_accessible_update_relation (
    GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

// From libadwaita 1.5 on, alerts are shown inside the window; in older versions, they are separate windows. The
// functions of the two classes differ only in the name of the class.
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
#if ADW_CHECK_VERSION (1, 5, 0)
  // Without a default button, the last one gets the focus, and Enter would confirm what nobody has read.
  if (on_enter == NULL)
    on_enter = on_close;
#endif
  HANDSPAN_ALERT (set_default_response, alert, on_enter);
  HANDSPAN_ALERT (set_close_response, alert, on_close);
}

static inline void handspan_alert_set_response_enabled (GtkWidget *alert, const char *id, gboolean enabled)
{
  HANDSPAN_ALERT (set_response_enabled, alert, id, enabled);
}

static inline void handspan_alert_set_extra_child (GtkWidget *alert, GtkWidget *child)
{
  HANDSPAN_ALERT (set_extra_child, alert, child);
}
