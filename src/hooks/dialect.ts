import type { Turn } from '../domain/turn.ts';
import type { ToolCall } from '../text/tool-names.ts';
import type { Json } from './json.ts';

/**
 * When in a session a host runs a hook: it begins (also after compaction or resume), the user has sent a prompt, a tool
 * is about to edit files or run a command, the agent has answered or is about to be compacted, the session ends.
 */
export type Moment = 'start' | 'prompt' | 'tool' | 'capture' | 'end';

/** The input of a hook on standard input, in a common form. */
export interface HookInput {
  sessionId?: string | undefined;
  /** The host that runs this hook of another host; absent: the host that it was installed for. */
  ranBy?: string | undefined;
  /** The folder that the agent works in. */
  cwd?: string | undefined;
  /** Why the session begins: startup, resume, compact … */
  source?: string | undefined;
  /** The user's own words, at a prompt. */
  prompt?: string | undefined;
  /** Whether a person typed the prompt; absent: the host does not say. */
  isTyped?: boolean | undefined;
  /** Before a tool runs. */
  tool?: ToolCall | undefined;
  /** What the agent has answered, at the end of its turn. */
  lastAnswer?: string | undefined;
  /** A file of JSON lines. */
  transcriptPath?: string | undefined;
  /** The conversation so far, from hosts that hand it over instead of a file. */
  turns?: Turn[] | undefined;
}

/** How one host speaks to its hooks. */
export interface Dialect {
  /** The host's name, as `--host` gives it. */
  host: string;
  /** The host whose hooks it runs as well: both then work on one session. */
  sessionsOf?: string;
  /** The host's own names of the handled events, and the meaning of each. */
  events: Readonly<Record<string, Moment>>;
  /** Of these, the one after which the model's context is new without another `start`. */
  compaction?: string;
  /** The prompt is not on standard input: it is the user's last message in the transcript. */
  promptInTranscript?: true;
  read(input: Json): HookInput;
  /**
   * The document on standard output; without a context, the empty answer, which changes nothing.
   * @param context for the model
   * @param notice for the user, where the host shows one
   */
  answer(event: string, context: string | undefined, notice?: string): object;
  /** Parses a line of the transcript; undefined for a line without speech. */
  turn(line: Json): Turn | undefined;
  /** The session that this one was forked from, as named near the transcript's beginning. */
  forkedFrom?(line: Json): string | undefined;
  /** The transcript's place below the home folder, where standard input does not name it. */
  transcriptOf?(sessionId: string): string;
}
