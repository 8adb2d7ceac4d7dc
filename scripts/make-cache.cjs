// Runs the built server for one session on standard input, then keeps the code it compiled as its cache.
'use strict';
const { writeFileSync } = require('node:fs');
const { run, cacheFile } = require('../dist/run-cached.cjs');

const script = run();
process.on('exit', () => writeFileSync(cacheFile, script.createCachedData()));
