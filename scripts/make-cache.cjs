// Runs the built server for one session on standard input, then keeps the code it compiled as its caches.
'use strict';
const { run, keep } = require('../dist/run-cached.cjs');

run('server');
process.on('exit', keep);
