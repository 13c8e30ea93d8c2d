#pragma once

#include <adwaita.h>
#include <gtk/gtk.h>

// Emits signals of entries and of a mouse that has moved; GLib's function for this is variadic.
static inline void handspan_test_emit_activate (gpointer entry)
{
  g_signal_emit_by_name (entry, "activate");
}

// Clicks a button. GTK's function for activating one waits for a quarter of a second first.
static inline void handspan_test_emit_clicked (gpointer button)
{
  g_signal_emit_by_name (button, "clicked");
}

static inline void handspan_test_emit_stop_search (gpointer entry)
{
  g_signal_emit_by_name (entry, "stop-search");
}

static inline void handspan_test_emit_motion (gpointer controller, double x, double y)
{
  g_signal_emit_by_name (controller, "motion", x, y);
}

// GTK's checks of accessible properties are variadic functions, which Swift does not import.
// Returns NULL if the widget's property has the expected text, or else its text, which the caller frees.
static inline char *handspan_test_text_property (GtkWidget *widget, GtkAccessibleProperty property, const char *expected)
{
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, expected);
}

// The same for a Boolean state.
static inline char *handspan_test_boolean_state (GtkWidget *widget, GtkAccessibleState state, gboolean expected)
{
  return gtk_test_accessible_check_state (GTK_ACCESSIBLE (widget), state, expected);
}

// Closes the dialogs inside a window. From libadwaita 1.5 on, dialogs are inside their window, and a request to close the
// window closes the topmost dialog instead.
static inline void handspan_test_close_dialogs (GtkWidget *window)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  GListModel *dialogs = adw_application_window_get_dialogs (ADW_APPLICATION_WINDOW (window));
  for (guint index = g_list_model_get_n_items (dialogs); index > 0; index--) {
    AdwDialog *dialog = g_list_model_get_item (dialogs, index - 1);
    adw_dialog_force_close (dialog);
    g_object_unref (dialog);
  }
  g_object_unref (dialogs);
#else
  (void) window;
#endif
}

// Asks the topmost dialog inside a window to close, as Escape does. Returns whether there is one.
static inline gboolean handspan_test_close_top_dialog (GtkWidget *window)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  AdwDialog *dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (window));
  return dialog != NULL && adw_dialog_close (dialog);
#else
  (void) window;
  return FALSE;
#endif
}

// Emits the signal of the widget's key controllers of one phase, until one of them handles the key.
static inline gboolean handspan_test_emit_key (GtkWidget *widget, GtkPropagationPhase phase, guint symbol, GdkModifierType state)
{
  GListModel *controllers = gtk_widget_observe_controllers (widget);
  gboolean is_handled = FALSE;
  for (guint index = 0; index < g_list_model_get_n_items (controllers) && !is_handled; index++) {
    GtkEventController *controller = g_list_model_get_item (controllers, index);
    if (GTK_IS_EVENT_CONTROLLER_KEY (controller) && gtk_event_controller_get_propagation_phase (controller) == phase)
      g_signal_emit_by_name (controller, "key-pressed", symbol, 0, state, &is_handled);
    g_object_unref (controller);
  }
  g_object_unref (controllers);
  return is_handled;
}
