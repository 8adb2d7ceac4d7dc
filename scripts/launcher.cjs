#!/usr/bin/env node
// Starts start.cjs, or hook.cjs for the hooks and status lines of hosts.
'use strict';
const { homedir } = require('node:os');
const { isAbsolute } = require('node:path');
const { run } = require('./run-cached.cjs');
const command = process.argv[2];
const isHook = (command === 'hook' || command === 'statusline') && !process.argv.includes('--help');

/** Why there is no home folder to keep anything in. */
function faultOfHome() {
  try {
    const home = homedir();
    if (home === '') return 'this user has no home folder; set HOME.';
    return isAbsolute(home)
      ? undefined
      : 'HOME is a relative path, another folder wherever it starts; set an absolute one.';
  } catch {
    return 'this user has no home folder; set HOME.';
  }
}

const fault = faultOfHome();
if (fault !== undefined) {
  process.stderr.write(`agent-memory-service: ${fault}\n`);
  // A hook's failure would stop its host.
  process.exitCode = isHook ? 0 : 2;
} else if (isHook) run('hook')[command](process.argv.slice(3));
else run('start').start(process.argv.slice(2));
