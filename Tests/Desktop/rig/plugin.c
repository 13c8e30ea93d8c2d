/* The compositor's side of the desktop tests, a Mutter plugin.
 *
 * It draws no window effects (the animations of the default plugin take seconds when no monitor shows them) and
 * writes one line per presented frame to the file named by HANDSPAN_PRESENTED_LOG: the frame's presentation time in
 * microseconds of the monotonic clock.
 *
 * It builds against Mutter 43 to 48. MUTTER_API is the number in the library's name: 11 is Mutter 43, 16 is 48. */
#include <stdio.h>
#include <stdlib.h>

#if MUTTER_API < 16
#include <meta/compositor-mutter.h>
#else
#include <meta/compositor.h>
#endif
#include <meta/display.h>
#include <meta/meta-backend.h>
#include <meta/meta-context.h>
#include <meta/meta-plugin.h>

#define DESKTOP_TYPE_PLUGIN (desktop_plugin_get_type ())

typedef struct { MetaPlugin parent; } DesktopPlugin;
typedef struct { MetaPluginClass parent; } DesktopPluginClass;

GType desktop_plugin_get_type (void);
META_PLUGIN_DECLARE (DesktopPlugin, desktop_plugin)

static void
on_presented (ClutterStage *stage, gpointer view, ClutterFrameInfo *info, gpointer log)
{
  fprintf (log, "%" G_GINT64_FORMAT "\n", info->presentation_time);
  fflush (log);
}

static void
desktop_plugin_start (MetaPlugin *plugin)
{
  MetaDisplay *display = meta_plugin_get_display (plugin);
  MetaBackend *backend = meta_context_get_backend (meta_display_get_context (display));
  ClutterActor *stage = meta_backend_get_stage (backend);
  const char *path = getenv ("HANDSPAN_PRESENTED_LOG");
  FILE *log = path ? fopen (path, "w") : NULL;

  if (log)
    g_signal_connect (stage, "presented", G_CALLBACK (on_presented), log);
  clutter_actor_show (stage);
}

#if MUTTER_API < 16 /* later versions do not ask for a name */
static const MetaPluginInfo *
desktop_plugin_info (MetaPlugin *plugin)
{
  static const MetaPluginInfo info = {
    .name = "Desktop tests", .version = "1", .author = "", .license = "Apache-2.0",
    .description = "No effects, a log of presented frames",
  };
  return &info;
}
#endif

static void
desktop_plugin_class_init (DesktopPluginClass *klass)
{
  MetaPluginClass *plugin = META_PLUGIN_CLASS (klass);
  plugin->start = desktop_plugin_start;
#if MUTTER_API < 16
  plugin->plugin_info = desktop_plugin_info;
#endif
}

static void
desktop_plugin_init (DesktopPlugin *plugin)
{
}
