// For hosts that start a bundle's entry point instead of its command: does what the command does.
'use strict';
const { spawn } = require('node:child_process');
const { server } = require('../manifest.json');

const { command, args } = { ...server.mcp_config, ...server.mcp_config.platform_overrides[process.platform] };
const child = spawn(command, args, { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(
    `agent-memory-service: ${command} cannot be started (is Node.js installed?): ${error.message}\n`,
  );
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
