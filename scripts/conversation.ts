import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line of the README's two conversations. */
interface Line {
  readonly who: string;
  readonly text: string;
}

const said = 'We deploy on Tuesdays only. I prefer pnpm to npm. Can you write the release script?';
const answered = 'Done: scripts/release.sh checks, tags and deploys.';
const asked = 'When do we deploy? And do I use npm or pnpm?';

/** Runs the built program's hooks as Claude Code does, in an empty home. Returns the turns, captures and recalls. */
export function converse(home: string, program: string): Line[] {
  const project = join(home, 'harbour');
  mkdirSync(join(project, '.git'), { recursive: true });
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, SERVICE_DB: join(home, 'memory.db') };
  const hook = (event: string, input: object): string => {
    const { stdout } = spawnSync(process.execPath, [program, 'hook', event, '--host', 'claude-code'], {
      env,
      input: JSON.stringify({ hook_event_name: event, cwd: project, ...input }),
      encoding: 'utf8',
    });
    return JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? '';
  };
  const transcript_path = join(home, 'first.jsonl');
  const turns = [
    { type: 'user', uuid: 'u1', message: { role: 'user', content: said } },
    { type: 'assistant', uuid: 'a1', message: { role: 'assistant', content: [{ type: 'text', text: answered }] } },
  ];
  writeFileSync(transcript_path, turns.map((turn) => `${JSON.stringify({ sessionId: 'one', ...turn })}\n`).join(''));
  hook('Stop', { session_id: 'one', transcript_path });
  const context = hook('UserPromptSubmit', {
    session_id: 'two',
    transcript_path: join(home, 'second.jsonl'),
    prompt: asked,
  });
  const notes = context.split('\n').flatMap((line) => /^- \[[^\]]*\] (.*)$/.exec(line)?.[1] ?? []);
  return [
    { who: 'you', text: said },
    { who: 'agent', text: answered },
    { who: 'you', text: asked },
    ...notes.map((text) => ({ who: 'memory', text })),
  ];
}

/** The conversations as a block of text; the second begins at the third line. */
export function asText(lines: readonly Line[]): string {
  const shown = lines.map(
    ({ who, text }, i) =>
      `${[0, 2].includes(i) ? (i === 0 ? 'Monday  ' : 'Tuesday ') : '        '}${`${who}:`.padEnd(8)}${text}`,
  );
  return ['```text', ...shown, '```'].join('\n');
}

const lineHeight = 26;
const letterWidth = 8.5;
const secondsPerLine = 1.6;

/** The conversations as an SVG whose lines appear one after the other, repeatedly. */
export function asAnimation(lines: readonly Line[]): string {
  const rows = lines.flatMap((line, i) => (i === 2 ? [{ who: '', text: 'the next day' }, line] : [line]));
  const width = 120 + Math.ceil(letterWidth * Math.max(...rows.map(({ text }) => text.length)));
  const height = lineHeight * rows.length + 34;
  const total = secondsPerLine * (rows.length + 3);
  const style = rows.map((_, i) => {
    const from = ((i * secondsPerLine) / total) * 100;
    return `@keyframes r${i}{0%,${from.toFixed(1)}%{opacity:0}${(from + 3).toFixed(1)}%,97%{opacity:1}100%{opacity:0}}.r${i}{animation:r${i} ${total.toFixed(1)}s infinite}`;
  });
  const texts = rows.map(({ who, text }, i) => {
    const y = 34 + i * lineHeight;
    if (who === '') return `<text class="r${i} day" x="20" y="${y}">${text}</text>`;
    return `<g class="r${i}"><text class="who ${who}" x="20" y="${y}">${who}</text><text x="96" y="${y}">${escaped(text)}</text></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Two conversations">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#c9d1d9}
.who{font-weight:bold;fill:#8b949e}.memory{fill:#7ee787}.day{fill:#8b949e;font-style:italic}
${style.join('\n')}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
