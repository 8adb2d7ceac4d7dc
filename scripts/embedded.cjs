// What the client starts a store in its own process with: the program itself, as a thread of `serve` does.
'use strict';
const nodeModule = require('node:module');
const { embedded } = nodeModule.enableCompileCache ? require('./start.cjs') : require('./run-cached.cjs').run('start');

module.exports = async (settings) => (await embedded.load())(settings);
