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
# Platforms on this machine, which no stranger reaches.
LOCAL = ("cli", "tui", "desktop", "local")
GROUPS = ("group", "supergroup", "channel", "thread", "forum", "room")


def command_for(event, flags):
    return [event if word == "EVENT" else word for word in COMMAND] + flags


def ids_in(variable):
    return [one.strip().lower() for one in os.environ.get(variable, "").split(",") if one.strip()]


def is_owners(platform, user):
    """Whether a user of a platform owns the memory: the settings name him, or Hermes admits nobody else."""
    admitted = ids_in(platform.upper() + "_ALLOWED_USERS")
    named = ids_in("AGENT_MEMORY_OWNERS")
    owners = named or [f"{platform}:{one}" for one in admitted if len(admitted) == 1 and one != "*"]
    return f"{platform}:{user}".lower() in owners


def flags_for(given):
    """The flags of the hook's command; None where nothing is recalled or captured. Absent fields establish nobody."""
    platform = str(given.get("platform") or "").lower()
    user, kind = given.get("user_id"), str(given.get("chat_type") or "").lower()
    if given.get("agent_context", "primary") != "primary":
        return None
    if platform in LOCAL and not user and not kind:
        return []
    if kind == "dm" and user and is_owners(platform, user):
        return []
    character = os.environ.get("AGENT_MEMORY_GROUP_CHARACTER")
    return ["--character", character] if kind in GROUPS and character else None


def ask(event, flags, **given):
    """Runs a hook; its context, or nothing when it fails or takes too long."""
    try:
        done = subprocess.run(
            command_for(event, flags),
            input=json.dumps(given),
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        return json.loads(done.stdout).get("context") or ""
    except (OSError, ValueError, AttributeError, subprocess.SubprocessError):
        return ""


def leave(event, flags, **given):
    """Runs a hook that outlives Hermes, which may end at once: its input is a file without a name."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stdin:
        json.dump(given, stdin)
        stdin.seek(0)
        quiet = subprocess.DEVNULL
        try:
            subprocess.Popen(command_for(event, flags), stdin=stdin, stdout=quiet, stderr=quiet, start_new_session=True)
        except OSError:
            pass


def spoken(messages):
    said = [one for one in messages or [] if one.get("role") in ("user", "assistant")]
    return [{"role": one["role"], "content": one["content"]} for one in said if one.get("content")]


class AgentMemory(MemoryProvider):
    def __init__(self):
        self._session = ""
        self._cwd = os.getcwd()
        # Session -> flags of the hook's command.
        self._flags = {}
        self._recalled = {}
        self._turns = {}

    @property
    def name(self):
        return "agent-memory"

    def is_available(self):
        return True

    def initialize(self, session_id, **kwargs):
        self._session = session_id
        self._flags[session_id] = flags_for(kwargs)

    def prefetch(self, query, *, session_id=""):
        session = session_id or self._session
        flags = self._flags.get(session)
        if flags is None:
            return ""
        if session not in self._recalled:
            self._recalled[session] = [ask("initialize", flags, session=session, cwd=self._cwd)]
        recalled = self._recalled[session]
        recalled.append(ask("prefetch", flags, session=session, cwd=self._cwd, prompt=query))
        shown, size = [], 0
        for text in reversed(recalled):
            size += len(text)
            if size > MOST_SHOWN:
                break
            shown.insert(0, text)
        return "\\n\\n".join(text for text in shown if text)

    def sync_turn(self, user_content, assistant_content, *, session_id="", messages=None):
        session = session_id or self._session
        if self._flags.get(session) is None:
            return
        turns = self._turns.setdefault(session, [])
        turns += spoken([
            {"role": "user", "content": user_content},
            {"role": "assistant", "content": assistant_content},
        ])
        self._leave("sync_turn", session)

    def on_pre_compress(self, messages):
        # The model's context is made again: what was recalled may be given again.
        self._recalled.pop(self._session, None)
        self._leave("on_pre_compress", self._session)
        return ""

    def on_session_switch(self, new_session_id, **kwargs):
        # The same people go on in another session.
        self._flags[new_session_id] = self._flags.get(self._session)
        self._session = new_session_id

    def on_session_end(self, messages):
        self._leave("on_session_end", self._session)

    def _leave(self, event, session):
        flags = self._flags.get(session)
        if flags is not None:
            leave(event, flags, session=session, cwd=self._cwd, messages=self._turns.get(session, []))

    def get_tool_schemas(self):
        # The server that Hermes starts has the tools.
        return []

    def get_config_schema(self):
        return []


def register(ctx):
    ctx.register_memory_provider(AgentMemory())
`;
