#!/usr/bin/env node
// Starts start.cjs, or hook.cjs for the hooks and status lines of hosts, from compiled code: with Node's own compile cache where it has one, else (Node 20) with the
// cache that the build made. V8 refuses a cache of another version or source, and then compiles as usual.
'use strict';
const nodeModule = require('node:module');
const command = process.argv[2];
const isHook = (command === 'hook' || command === 'statusline') && !process.argv.includes('--help');
const file = isHook ? 'hook' : 'start';
let loaded;
if (nodeModule.enableCompileCache) {
  nodeModule.enableCompileCache();
  loaded = require(`./${file}.cjs`);
} else {
  loaded = require('./run-cached.cjs').run(file);
}
if (isHook) loaded[command](process.argv.slice(3));
else loaded.start(process.argv.slice(2));
