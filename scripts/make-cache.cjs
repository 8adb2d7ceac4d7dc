// Runs a built file, then keeps the code that was compiled as its caches: the server for one session on standard input,
// which keeps the search too, or one hook.
'use strict';
const { run, keep } = require('../dist/run-cached.cjs');

// A cache holds for the flags that it is made under, and programs start under the usual ones.
require('node:v8').setFlagsFromString = () => undefined;
// The server reads its own arguments: none.
const [name, ...args] = process.argv.splice(2);
const loaded = run(name);
if (name === 'hook') loaded.hook(args);
process.on('exit', () => keep(name === 'hook' ? ['hook', 'own-recall'] : ['server', 'search']));
