#!/usr/bin/env node
// Starts start.cjs, or hook.cjs for the hooks and status lines of hosts.
'use strict';
const { homedir } = require('node:os');
const { run } = require('./run-cached.cjs');
const command = process.argv[2];
const isHook = (command === 'hook' || command === 'statusline') && !process.argv.includes('--help');

function hasHome() {
  try {
    return homedir() !== '';
  } catch {
    return false;
  }
}

if (!hasHome()) {
  process.stderr.write('agent-memory-service: this user has no home folder; set HOME.\n');
  // A hook's failure would stop its host.
  process.exitCode = isHook ? 0 : 2;
} else if (isHook) run('hook')[command](process.argv.slice(3));
else run('start').start(process.argv.slice(2));
