#pragma once

#include <dlfcn.h>
#include <gio/gio.h>
#include <string.h>

// libsoup 3 pulls in twelve other libraries. They would be loaded before the first frame, even for users without
// subscriptions, so libsoup is loaded when something is first fetched. The program is not linked with it, so its
// headers are not needed either: the functions in use are declared below as the headers declare them. These
// declarations have been the same since libsoup 3.0.
typedef struct _SoupSession SoupSession;
typedef struct _SoupMessage SoupMessage;
typedef struct _SoupMessageHeaders SoupMessageHeaders;
typedef struct _SoupMessageMetrics SoupMessageMetrics;

// SoupMessageFlags.
enum {
  CSOUP_NO_REDIRECT = 1 << 1,
  CSOUP_NEW_CONNECTION = 1 << 2,
  CSOUP_COLLECT_METRICS = 1 << 5,
};

#define CSOUP_FUNCTIONS(F) \
  F(soup_session_new, SoupSession *, (void)) \
  F(soup_session_set_user_agent, void, (SoupSession *, const char *)) \
  F(soup_session_set_tls_database, void, (SoupSession *, GTlsDatabase *)) \
  F(soup_session_set_proxy_resolver, void, (SoupSession *, GProxyResolver *)) \
  F(soup_session_send_async, void, \
    (SoupSession *, SoupMessage *, int priority, GCancellable *, GAsyncReadyCallback, gpointer)) \
  F(soup_session_send_finish, GInputStream *, (SoupSession *, GAsyncResult *, GError **)) \
  F(soup_session_abort, void, (SoupSession *)) \
  F(soup_message_new_from_uri, SoupMessage *, (const char *method, GUri *)) \
  F(soup_message_add_flags, void, (SoupMessage *, guint flags)) \
  F(soup_message_get_status, guint, (SoupMessage *)) \
  F(soup_message_get_request_headers, SoupMessageHeaders *, (SoupMessage *)) \
  F(soup_message_get_response_headers, SoupMessageHeaders *, (SoupMessage *)) \
  F(soup_message_get_metrics, SoupMessageMetrics *, (SoupMessage *)) \
  F(soup_message_headers_replace, void, (SoupMessageHeaders *, const char *name, const char *value)) \
  F(soup_message_headers_get_one, const char *, (SoupMessageHeaders *, const char *name)) \
  F(soup_message_headers_get_content_type, const char *, (SoupMessageHeaders *, GHashTable **)) \
  F(soup_date_time_new_from_http_string, GDateTime *, (const char *)) \
  F(soup_message_metrics_get_response_body_bytes_received, guint64, (SoupMessageMetrics *))

struct csoup {
#define CSOUP_FIELD(name, type, parameters) type (*_Nonnull name) parameters;
  CSOUP_FUNCTIONS(CSOUP_FIELD)
#undef CSOUP_FIELD
};

// Loads the library, and returns its functions; NULL if it is not installed or lacks a function.
static inline const struct csoup *_Nullable csoup_load(void) {
  static struct csoup functions;
  static gsize state = 0;
  if (g_once_init_enter(&state)) {
    gsize result = 2;
    void *library = dlopen("libsoup-3.0.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library) {
      result = 1;
#define CSOUP_FIND(name, type, parameters) \
  { \
    void *function = dlsym(library, #name); \
    if (!function) result = 2; \
    *(void **)&functions.name = function; \
  }
      CSOUP_FUNCTIONS(CSOUP_FIND)
#undef CSOUP_FIND
    }
    g_once_init_leave(&state, result);
  }
  return state == 1 ? &functions : NULL;
}

// Macros and casts that Swift does not import.
static inline GQuark csoup_tls_error(void) { return G_TLS_ERROR; }
static inline GQuark csoup_io_error(void) { return G_IO_ERROR; }
static inline GQuark csoup_resolver_error(void) { return G_RESOLVER_ERROR; }

// What network-event reports about the peer of a connection: the bytes of its address, or that it is reached through a
// proxy. A GSocket keeps the address that it was told to connect to, so a proxy is still recognized once the connection
// is open.
enum csoup_peer { CSOUP_PEER_UNKNOWN, CSOUP_PEER_PROXY, CSOUP_PEER_ADDRESS };
static inline enum csoup_peer csoup_peer(GIOStream *_Nullable stream, guint8 *_Nonnull bytes, gsize *_Nonnull count) {
  if (!stream || !G_IS_SOCKET_CONNECTION(stream)) return CSOUP_PEER_UNKNOWN;
  GSocketAddress *address = g_socket_connection_get_remote_address(G_SOCKET_CONNECTION(stream), NULL);
  if (!address) return CSOUP_PEER_UNKNOWN;
  enum csoup_peer result = CSOUP_PEER_UNKNOWN;
  if (G_IS_PROXY_ADDRESS(address)) {
    result = CSOUP_PEER_PROXY;
  } else if (G_IS_INET_SOCKET_ADDRESS(address)) {
    GInetAddress *inet = g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(address));
    *count = g_inet_address_get_native_size(inet);
    memcpy(bytes, g_inet_address_to_bytes(inet), *count);
    result = CSOUP_PEER_ADDRESS;
  }
  g_object_unref(address);
  return result;
}
