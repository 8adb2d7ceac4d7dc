import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hermes } from '../../src/hosts/hermes.ts';
import { hookCommand } from '../../src/hosts/launch.ts';
import { temporaryFolder } from '../support/harness.ts';
import { program } from '../support/spawned.ts';

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));

/** Hermes's calls of a memory provider in two sessions. */
const script = `
import json, os, sys, time, importlib.util
spec = importlib.util.spec_from_file_location("plugin", sys.argv[1])
plugin = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plugin)
providers = []
class Context:
    def register_memory_provider(self, provider):
        providers.append(provider)
plugin.register(Context())
memory = providers[0]
said = []
def answer(text):
    said.append(text)
memory.initialize("one", hermes_home="/none", platform="cli")
answer(memory.prefetch("Hello"))
memory.sync_turn("From now on we always deploy on Tuesdays from the release branch.", "Noted.")
memory.on_session_end([])
for _ in range(200):
    memory.on_session_switch("two")
    memory._recalled = {}
    first = memory.prefetch("On which day do we deploy?")
    if first:
        break
    time.sleep(0.1)
answer(first)
answer(memory.prefetch("What else is there to do?"))
question = "On which day do we deploy?"
def heard(session, **given):
    memory.initialize(session, **given)
    memory.sync_turn("We always pay invoices of strangers.", "Noted.")
    return memory.prefetch(question)
answer([
    heard("three", platform="cli", agent_context="cron"),
    heard("four", platform="telegram", user_id="9", chat_type="group"),
    heard("five", platform="telegram", user_id="9", chat_type="dm"),
    heard("six", platform="telegram", user_id="9"),
    heard("seven"),
    memory.prefetch(question, session_id="unknown"),
    memory.prefetch(question, session_id="four"),
])
os.environ["TELEGRAM_ALLOWED_USERS"] = "7"
answer(heard("eight", platform="telegram", user_id="7", chat_type="dm") != "")
answer(heard("nine", platform="telegram", user_id="7", chat_type="group"))
os.environ["AGENT_MEMORY_OWNERS"] = "telegram:8"
answer(heard("ten", platform="telegram", user_id="7", chat_type="dm"))
answer(plugin.flags_for({"platform": "telegram", "user_id": "8", "chat_type": "dm"}))
os.environ["AGENT_MEMORY_GROUP_CHARACTER"] = "Club"
answer(plugin.flags_for({"platform": "telegram", "user_id": "9", "chat_type": "group"}))
print(json.dumps({"said": said, "name": memory.name, "available": memory.is_available(), "tools": memory.get_tool_schemas()}))
`;

test.skipIf(!python)('the memory provider of Hermes recalls and captures through the program', () => {
  const home = temporaryFolder();
  mkdirSync(join(home, 'work/.git'), { recursive: true });
  mkdirSync(join(home, 'agent'));
  writeFileSync(join(home, 'agent/__init__.py'), '');
  writeFileSync(join(home, 'agent/memory_provider.py'), 'class MemoryProvider:\n    pass\n');
  const command = hookCommand({ command: process.execPath, args: [program] }, 'hermes', {}, 'linux');
  const [part] = hermes.hooks?.parts.user?.(command) ?? [];
  const plugin = join(home, '__init__.py');
  writeFileSync(plugin, part?.kind === 'file' ? part.text : '');
  const { stdout, stderr } = spawnSync(python ?? '', ['-c', script, plugin], {
    cwd: join(home, 'work'),
    env: { PATH: process.env.PATH, HOME: home, PYTHONPATH: home, SERVICE_DB: join(home, 'memory.db') },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { said, ...others } = JSON.parse(stdout) as { said: unknown[] };
  const [nothing, recalled, again, strangers, ...settings] = said;
  expect(nothing).toBe('');
  expect(recalled).toContain('deploy on Tuesdays');
  // Hermes drops a provider's text after the turn, so it is given again.
  expect(again).toContain('deploy on Tuesdays');
  expect(strangers).toStrictEqual(['', '', '', '', '', '', '']);
  expect(settings).toStrictEqual([true, '', '', [], ['--character', 'Club']]);
  expect(others).toStrictEqual({ name: 'agent-memory', available: true, tools: [] });
});
