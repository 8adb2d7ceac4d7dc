// The entry for a store inside the client's process: the program itself, as in a thread of `serve`.
'use strict';
const nodeModule = require('node:module');
const { embedded } = nodeModule.enableCompileCache ? require('./start.cjs') : require('./run-cached.cjs').run('start');

module.exports = async (settings) => (await embedded.load())(settings);
