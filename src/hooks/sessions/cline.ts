import { basename, dirname, join } from 'node:path';
import type { Turn } from '../../domain/turn.ts';
import { isObject, type Json, textAt, textsIn } from '../json.ts';
import { insideOf, withoutElements } from '../marks.ts';
import { turnOf, withoutHosts } from '../typed.ts';
import { fileAt, filesBelow, readDocument, readOptional } from './files.ts';
import { userFolder } from './folders.ts';
import { type Disk, instant, type SessionsOfHost, sessionOfTurns } from './past-session.ts';

const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

/**
 * `tasks/<task>/` below the extension's storage (https://docs.cline.bot/troubleshooting/task-history-recovery), or
 * below `~/.cline/data`. The formats are not documented: `ui_messages.json` has the messages shown,
 * `api_conversation_history.json` those of the API, `taskHistory.json` the folders.
 */
export const cline: SessionsOfHost = {
  host: 'cline',
  *find(disk) {
    const storages = editors.map((editor) => join(userFolder(editor, disk), 'globalStorage', 'saoudrizwan.claude-dev'));
    const seen = new Set<string>();
    for (const storage of [...storages, join(disk.home, '.cline', 'data')]) {
      const folders = foldersOfTasks(storage);
      const history = /^[^/]+\/api_conversation_history\.json$/;
      for (const file of filesBelow(join(storage, 'tasks'), 1, history, disk.since)) {
        const session = basename(dirname(file.path));
        if (seen.has(session)) continue;
        seen.add(session);
        const given = {
          host: 'cline',
          session,
          folder: folders.get(session),
          lastAt: file.modifiedAt,
          bytes: file.bytes,
        };
        yield sessionOfTurns(given, () => shownTurns(dirname(file.path), disk) ?? turnsIn(file.path, disk));
      }
    }
  },
};

function foldersOfTasks(storage: string): ReadonlyMap<string, string> {
  const list = readOptional(join(storage, 'state', 'taskHistory.json'));
  const tasks = Array.isArray(list) ? list.filter(isObject) : [];
  return new Map(
    tasks.flatMap((task) => {
      const folder = textAt(task, 'cwdOnTaskInitialization');
      return folder === undefined ? [] : [[String(task.id), folder]];
    }),
  );
}

/** The messages in the panel; the first text is the task. */
function shownTurns(task: string, disk: Disk): Turn[] | undefined {
  const file = fileAt(join(task, 'ui_messages.json'));
  const read = file && readDocument(file, disk);
  if (!Array.isArray(read)) return undefined;
  return read.flatMap((one: unknown, i): Turn[] => {
    const text = isObject(one) && one.type === 'say' ? textAt(one, 'text') : undefined;
    if (!isObject(one) || text === undefined) return [];
    const { say } = one;
    const isUsers = i === 0 || say === 'task' || say === 'user_feedback';
    if (!isUsers && say !== 'text' && say !== 'completion_result') return [];
    const turn = turnOf(isUsers ? 'user' : 'assistant', [text], instant(one.ts));
    return turn ? [turn] : [];
  });
}

function turnsIn(path: string, disk: Disk): Turn[] | undefined {
  const file = fileAt(path);
  const read = file && readDocument(file, disk);
  return Array.isArray(read) ? read.flatMap((one: unknown) => (isObject(one) ? (turnIn(one) ?? []) : [])) : undefined;
}

/** In these elements is what the user typed; the rest of a user's message comes from the program. */
const ofTheUser = ['task', 'feedback', 'user_message', 'user_input', 'answer'];

function turnIn(message: Json): Turn | undefined {
  const { role } = message;
  if (role !== 'user' && role !== 'assistant') return undefined;
  const texts = textsIn(message.content, 'text');
  const said = role === 'user' ? typedTexts(texts) : [prose(texts.join('\n'))];
  return turnOf(role, said, instant(message.ts));
}

/** The heading of a tool's output, which is in the user's message: text of files and pages, except for answers. */
const ofTool =
  /^\s*\[(?!ask_followup_question|attempt_completion|plan_mode_respond|new_task)[a-z_]{2,40}\b[^\n]{0,2000}\] Result:/u;

function typedTexts(texts: readonly string[]): string[] {
  const users = texts.filter((text, i) => !ofTool.test(text) && !ofTool.test(texts[i - 1] ?? ''));
  return users.map(withoutHosts).flatMap((text) => ofTheUser.flatMap((name) => insideOf(text, name) ?? []));
}

/** The assistant's text without tool calls, which are elements in it, and without thoughts. */
function prose(text: string): string {
  const end = text.search(/<(?!\/?(?:thinking)>)[a-z]+_[a-z_]+>/u);
  const before = end < 0 ? text : text.slice(0, end);
  return withoutElements(before, '<thinking>', '</thinking>');
}
