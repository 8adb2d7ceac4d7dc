// What a thread of `serve` starts from: the program itself, from compiled code where Node has no compile cache of its own.
'use strict';
const nodeModule = require('node:module');
if (nodeModule.enableCompileCache) nodeModule.enableCompileCache();
const { thread } = nodeModule.enableCompileCache ? require('./start.cjs') : require('./run-cached.cjs').run('start');

module.exports = (async () => {
  const { prepare, work } = await thread.load();
  await prepare();
  return work;
})();
