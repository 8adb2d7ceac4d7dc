import type { Turn } from '../../src/domain/turn.ts';

/** What a hook gives in a session, before the host's format. */
export interface Told {
  session: string;
  cwd: string;
  transcript: string;
  prompt?: string;
  /** For the host that passes the conversation. */
  turns?: readonly Turn[];
}

/**
 * A host as its documentation describes it: events, standard input, a transcript's lines, where an answer has context.
 */
export interface PlayedHost {
  host: string;
  start?: string;
  prompt?: string;
  capture: string;
  compaction?: string;
  end?: string;
  /** Before a tool runs. */
  tool?: string;
  /** Further events that capture. */
  others?: readonly string[];
  /** The answer to a prompt without relevant memories. */
  nothing?: object;
  stdin(event: string, told: Told): object;
  line(turn: Turn): object;
  /** Lines between turns that are no speech. */
  noise: readonly object[];
  context(answer: Record<string, unknown>): unknown;
}

const claudeLike = (event: string, { session, cwd, transcript, prompt }: Told) => ({
  session_id: session,
  transcript_path: transcript,
  cwd,
  hook_event_name: event,
  permission_mode: 'default',
  ...(prompt !== undefined && { prompt }),
});
const specific = (answer: Record<string, unknown>) =>
  (answer.hookSpecificOutput as Record<string, unknown> | undefined)?.additionalContext;
let lines = 0;
/** Each line has a time of its own: the same words at the same time are a copy. */
const at = () => new Date(Date.parse('2026-01-02T10:00:00.000Z') + 1_000 * lines++).toISOString();

/** Hosts with our plugin: all use the same format. */
const byPlugin = {
  stdin: (_event: string, { session, cwd, prompt, turns }: Told) => ({
    session,
    cwd,
    ...(prompt !== undefined && { prompt }),
    ...(turns && { messages: turns.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })) }),
  }),
  line: () => ({}),
  noise: [],
  context: (answer: Record<string, unknown>) => answer.context,
};

export const playedHosts: readonly PlayedHost[] = [
  {
    host: 'claude-code',
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    capture: 'Stop',
    compaction: 'PreCompact',
    end: 'SessionEnd',
    tool: 'PreToolUse',
    others: ['PostCompact'],
    stdin: claudeLike,
    line: ({ role, text }) => ({
      type: role,
      uuid: 'u',
      sessionId: 's',
      timestamp: at(),
      isSidechain: false,
      message: {
        role,
        content:
          role === 'user'
            ? text
            : [
                { type: 'text', text },
                { type: 'tool_use', name: 'Bash', input: { command: 'We always prefer tools.' } },
              ],
      },
    }),
    noise: [
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', content: 'From now on we always use noise.' }] },
      },
      { type: 'user', isMeta: true, message: { role: 'user', content: 'From now on we always use meta.' } },
      {
        type: 'user',
        isCompactSummary: true,
        message: { role: 'user', content: 'From now on we always use summaries.' },
      },
      {
        type: 'user',
        message: { role: 'user', content: '<command-name>/model</command-name> We always use commands.' },
      },
      {
        type: 'assistant',
        isSidechain: true,
        message: { role: 'assistant', content: [{ type: 'text', text: 'We decided on sidechains.' }] },
      },
      { type: 'file-history-snapshot', snapshot: {} },
    ],
    context: specific,
  },
  {
    host: 'codex',
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    tool: 'PreToolUse',
    capture: 'Stop',
    end: 'SessionEnd',
    stdin: claudeLike,
    line: ({ role, text }) => ({
      timestamp: at(),
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
    }),
    noise: [
      { type: 'session_meta', payload: { id: 's' } },
      {
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'developer',
          content: [{ type: 'input_text', text: 'We always use developers.' }],
        },
      },
      {
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: '<environment_context> We always use context.' }],
        },
      },
      { type: 'response_item', payload: { type: 'function_call_output', output: 'We always use output.' } },
    ],
    context: specific,
  },
  {
    host: 'gemini-cli',
    start: 'SessionStart',
    prompt: 'BeforeAgent',
    capture: 'AfterAgent',
    compaction: 'PreCompress',
    end: 'SessionEnd',
    stdin: claudeLike,
    line: ({ role, text }) => ({
      id: 'i',
      timestamp: at(),
      type: role === 'user' ? 'user' : 'gemini',
      content: role === 'user' ? [{ text }] : text,
    }),
    noise: [
      { $set: { lastUpdated: at() } },
      { id: 'i', timestamp: at(), type: 'user', content: [{ text: '<session_context> We always use sessions.' }] },
      {
        id: 'i',
        timestamp: at(),
        type: 'user',
        content: [{ functionResponse: { response: { output: 'We always use responses.' } } }],
      },
    ],
    context: specific,
  },
  {
    host: 'qwen-code',
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    capture: 'Stop',
    compaction: 'PreCompact',
    end: 'SessionEnd',
    stdin: claudeLike,
    line: ({ role, text }) => ({
      uuid: 'u',
      sessionId: 's',
      timestamp: at(),
      type: role,
      message: {
        role: role === 'user' ? 'user' : 'model',
        parts: [{ text: 'We always use thoughts.', thought: true }, { text }],
      },
    }),
    noise: [
      { type: 'system', subtype: 'x', message: { parts: [{ text: 'We always use systems.' }] } },
      { type: 'tool_result', message: { parts: [{ functionResponse: {} }] } },
    ],
    context: specific,
  },
  {
    host: 'devin',
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    capture: 'Stop',
    compaction: 'PostCompaction',
    end: 'SessionEnd',
    stdin: claudeLike,
    line: ({ role, text }) => ({ type: role, timestamp: at(), message: { role, content: text } }),
    noise: [{ type: 'system' }],
    context: specific,
  },
  {
    host: 'copilot-cli',
    start: 'sessionStart',
    prompt: 'userPromptSubmitted',
    tool: 'preToolUse',
    capture: 'agentStop',
    end: 'sessionEnd',
    others: ['Stop', 'PreCompact'],
    stdin: (_event, { session, cwd, transcript, prompt }) => ({
      sessionId: session,
      timestamp: 1_767_348_000_000,
      cwd,
      transcriptPath: transcript,
      ...(prompt !== undefined && { prompt }),
    }),
    line: ({ role, text }) => ({
      type: `${role}.message`,
      timestamp: at(),
      data: { content: text, transformedContent: `<system_reminder>x</system_reminder>${text}` },
    }),
    noise: [
      { type: 'tool.execution_complete', data: { result: { content: 'We always use tools.' } } },
      { type: 'session.start', data: {} },
    ],
    context: (answer) => answer.additionalContext,
  },
  {
    host: 'cursor',
    start: 'sessionStart',
    prompt: 'beforeSubmitPrompt',
    nothing: { continue: true },
    capture: 'stop',
    compaction: 'preCompact',
    end: 'sessionEnd',
    stdin: (event, { session, cwd, transcript, prompt }) => ({
      conversation_id: session,
      generation_id: 'g',
      hook_event_name: event,
      cursor_version: '2.0',
      workspace_roots: [cwd],
      transcript_path: transcript,
      ...(prompt !== undefined && { prompt, attachments: [] }),
    }),
    line: ({ role, text }) => ({
      role,
      message: {
        content: [
          { type: 'text', text: role === 'user' ? `<user_query>\n${text}\n</user_query>` : text },
          { type: 'tool_use', name: 'x', input: {} },
        ],
      },
    }),
    noise: [
      { type: 'turn_ended' },
      { role: 'user', message: { content: [{ type: 'tool_result', content: 'We always use results.' }] } },
    ],
    context: (answer) => answer.additional_context,
  },
  {
    host: 'antigravity',
    prompt: 'PreInvocation',
    capture: 'Stop',
    stdin: (_event, { session, cwd, transcript }) => ({
      conversationId: session,
      workspacePaths: [cwd],
      transcriptPath: transcript,
      artifactDirectoryPath: '/none',
      invocationNum: 0,
      initialNumSteps: 1,
    }),
    line: ({ role, text }) =>
      role === 'user'
        ? {
            step_index: 0,
            source: 'USER_EXPLICIT',
            type: 'USER_INPUT',
            status: 'DONE',
            created_at: at(),
            content: `<USER_REQUEST>\n${text}\n</USER_REQUEST><ADDITIONAL_METADATA>We always use metadata.</ADDITIONAL_METADATA>`,
          }
        : {
            step_index: 1,
            source: 'MODEL',
            type: 'PLANNER_RESPONSE',
            status: 'DONE',
            created_at: at(),
            content: text,
            thinking: 'We always use thoughts.',
          },
    noise: [{ source: 'SYSTEM', type: 'SYSTEM_MESSAGE', content: 'We always use systems.' }],
    context: (answer) => (answer.injectSteps as { ephemeralMessage?: string }[] | undefined)?.[0]?.ephemeralMessage,
  },
  {
    host: 'opencode',
    start: 'session.created',
    prompt: 'chat.message',
    capture: 'session.idle',
    compaction: 'session.compacted',
    stdin: (_event, { session, cwd, prompt, turns }) => ({
      sessionID: session,
      directory: cwd,
      ...(prompt !== undefined && { prompt }),
      ...(turns && {
        messages: turns.map(({ role, text }) => ({
          info: { role, time: { created: Date.parse(at()) } },
          parts: [
            { type: 'text', text: 'We always use synthetics.', synthetic: true },
            { type: 'text', text },
            { type: 'tool', state: { output: 'We always use tools.' } },
          ],
        })),
      }),
    }),
    line: () => ({}),
    noise: [],
    context: (answer) => answer.context,
  },
  {
    ...byPlugin,
    host: 'hermes',
    start: 'initialize',
    prompt: 'prefetch',
    capture: 'sync_turn',
    compaction: 'on_pre_compress',
    end: 'on_session_end',
  },
  {
    ...byPlugin,
    host: 'openclaw',
    start: 'session_start',
    prompt: 'before_prompt_build',
    capture: 'agent_end',
    compaction: 'before_compaction',
  },
  { ...byPlugin, host: 'cline', start: 'session_start', prompt: 'beforeRun', capture: 'afterRun' },
];
