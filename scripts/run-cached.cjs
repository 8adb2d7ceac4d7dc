'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { Module } = require('node:module');
const { join } = require('node:path');
const vm = require('node:vm');

const filename = join(__dirname, 'server.cjs');
const cacheFile = join(__dirname, 'server.cache');

/** Runs server.cjs as `require` would, its code taken from the cache beside it. Returns the compiled script. */
function run() {
  const script = new vm.Script(Module.wrap(readFileSync(filename, 'utf8')), {
    filename,
    cachedData: existsSync(cacheFile) ? readFileSync(cacheFile) : undefined,
  });
  const loaded = { exports: {} };
  script.runInThisContext().call(loaded.exports, loaded.exports, require, loaded, filename, __dirname);
  return script;
}

module.exports = { run, cacheFile };
