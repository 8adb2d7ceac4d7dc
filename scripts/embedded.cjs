// The entry for a store inside the client's process: the program itself, with Node's compile cache as the process has it.
'use strict';
const nodeModule = require('node:module');
const { embedded } = nodeModule.enableCompileCache ? require('./start.cjs') : require('./run-cached.cjs').run('start');

module.exports = async (settings) => (await embedded.load())(settings);
