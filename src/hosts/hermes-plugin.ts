import type { HookCommand } from './host.ts';

/**
 * The source of the memory provider that gives Hermes Agent hooks:
 * https://hermes-agent.nousresearch.com/docs/developer-guide/memory-provider-plugin. It runs the hook's command with the
 * session on standard input. Hermes shows the model what a provider gives for one turn only, so what was recalled is
 * kept for the session, until a compression.
 */
export function hermesPlugin({ argv }: HookCommand): string {
  return source.replace('["EVENT"]', () => JSON.stringify(argv('EVENT')));
}

const source = `# Made by agent-memory-service: recall and capture for Hermes. "agent-memory-service uninstall" takes it out.
import json
import os
import subprocess
import tempfile

from agent.memory_provider import MemoryProvider

COMMAND = ["EVENT"]
TIMEOUT_SECONDS = 5
# What of earlier recalls is shown again, in characters.
MOST_SHOWN = 12_000


def command_for(event):
    return [event if word == "EVENT" else word for word in COMMAND]


def ask(event, **given):
    """Runs a hook; its context, or nothing when it fails or takes too long."""
    try:
        done = subprocess.run(
            command_for(event),
            input=json.dumps(given),
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        return json.loads(done.stdout).get("context") or ""
    except (OSError, ValueError, AttributeError, subprocess.SubprocessError):
        return ""


def leave(event, **given):
    """Runs a hook that outlives Hermes, which may end at once: its input is a file without a name."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stdin:
        json.dump(given, stdin)
        stdin.seek(0)
        quiet = subprocess.DEVNULL
        try:
            subprocess.Popen(command_for(event), stdin=stdin, stdout=quiet, stderr=quiet, start_new_session=True)
        except OSError:
            pass


def spoken(messages):
    said = [one for one in messages or [] if one.get("role") in ("user", "assistant")]
    return [{"role": one["role"], "content": one["content"]} for one in said if one.get("content")]


class AgentMemory(MemoryProvider):
    def __init__(self):
        self._session = ""
        self._cwd = os.getcwd()
        self._is_primary = True
        self._recalled = {}
        self._turns = {}

    @property
    def name(self):
        return "agent-memory"

    def is_available(self):
        return True

    def initialize(self, session_id, **kwargs):
        self._session = session_id
        self._is_primary = kwargs.get("agent_context", "primary") == "primary"

    def prefetch(self, query, *, session_id=""):
        session = session_id or self._session
        if session not in self._recalled:
            self._recalled[session] = [ask("initialize", session=session, cwd=self._cwd)]
        recalled = self._recalled[session]
        recalled.append(ask("prefetch", session=session, cwd=self._cwd, prompt=query))
        shown, size = [], 0
        for text in reversed(recalled):
            size += len(text)
            if size > MOST_SHOWN:
                break
            shown.insert(0, text)
        return "\\n\\n".join(text for text in shown if text)

    def sync_turn(self, user_content, assistant_content, *, session_id="", messages=None):
        if not self._is_primary:
            return
        session = session_id or self._session
        turns = self._turns.setdefault(session, [])
        turns += spoken([
            {"role": "user", "content": user_content},
            {"role": "assistant", "content": assistant_content},
        ])
        leave("sync_turn", session=session, cwd=self._cwd, messages=turns)

    def on_pre_compress(self, messages):
        # The model's context is made again: what was recalled may be given again.
        self._recalled.pop(self._session, None)
        leave("on_pre_compress", session=self._session, cwd=self._cwd, messages=self._turns.get(self._session, []))
        return ""

    def on_session_switch(self, new_session_id, **kwargs):
        self._session = new_session_id

    def on_session_end(self, messages):
        if self._is_primary:
            leave("on_session_end", session=self._session, cwd=self._cwd, messages=self._turns.get(self._session, []))

    def get_tool_schemas(self):
        # The server that Hermes starts has the tools.
        return []

    def get_config_schema(self):
        return []


def register(ctx):
    ctx.register_memory_provider(AgentMemory())
`;
