// Packs mcpb/ into dist/agent-memory-service.mcpb with the official tool, which validates its manifest first.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = resolve(process.argv[2] ?? join(root, 'dist/agent-memory-service.mcpb'));
mkdirSync(dirname(output), { recursive: true });
const tool = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
execFileSync(process.execPath, [tool, 'pack', join(root, 'mcpb'), output], { stdio: 'inherit' });
