// The entry of a thread of `serve`: the program itself.
'use strict';
const { thread } = require('./run-cached.cjs').run('start');

module.exports = (async () => {
  const { prepare, work } = await thread.load();
  await prepare();
  return work;
})();
