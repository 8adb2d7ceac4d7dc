// The entry of a thread of `serve`: the program itself, from compiled code if Node has no compile cache.
'use strict';
const nodeModule = require('node:module');
if (nodeModule.enableCompileCache) nodeModule.enableCompileCache();
const { thread } = nodeModule.enableCompileCache ? require('./start.cjs') : require('./run-cached.cjs').run('start');

module.exports = (async () => {
  const { prepare, work } = await thread.load();
  await prepare();
  return work;
})();
