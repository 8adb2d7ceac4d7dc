// Runs a built file, then keeps the code that was compiled as its caches: the server for one session on standard input,
// or one hook.
'use strict';
const { load, keep } = require('../dist/run-cached.cjs');

// A cache holds for the flags that it is made under, and programs start under the usual ones.
require('node:v8').setFlagsFromString = () => undefined;
const [name, ...args] = process.argv.slice(2);
load(name)[name](args);
const made = { UserPromptSubmit: ['hook', 'own-recall'], Stop: ['capture'] };
process.on('exit', () => keep(name === 'hook' ? made[args[0]] : ['start', 'server', 'search']));
