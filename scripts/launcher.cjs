#!/usr/bin/env node
// Starts server.cjs from compiled code: with Node's own compile cache where it has one, else (Node 20) with the
// cache that the build made. V8 refuses a cache of another version or source, and then compiles as usual.
'use strict';
const nodeModule = require('node:module');
if (nodeModule.enableCompileCache) {
  nodeModule.enableCompileCache();
  require('./server.cjs');
} else {
  require('./run-cached.cjs').run();
}
