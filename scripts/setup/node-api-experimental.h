// Compiled in front of better-sqlite3, to make it an "experimental" Node-API module.
//
// It keeps references to strings, which Node-API allows to modules of version 10 on. Node 20 and Electron 33 have
// version 9, and allow it to modules that call themselves experimental; newer ones run those as well. An
// experimental module's finalizers run inside the garbage collector, where references cannot be deleted:
// node-addon-api puts that off by node_api_post_finalizer (Node 20.10 and newer), once it is told of it.
// The package node-api-headers leaves out all that is experimental.
#define NAPI_VERSION 2147483647
#include <node_api.h>

#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER
extern "C" napi_status node_api_post_finalizer(node_api_basic_env env, napi_finalize finalize, void *data, void *hint);
