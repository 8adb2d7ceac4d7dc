import { notWhatItSays } from '../document.ts';
import type { LeftOut } from '../left-out.ts';
import { limits, refuseBeyond } from '../limits.ts';
import type { Piece } from '../piece.ts';
import { userPieces } from './chat-turns.ts';
import { statement, timeOf } from './records.ts';
import { type Fields, isFields, textIn, textsIn } from './values.ts';

/** Its parts, each a list of rows. */
export interface ClaudeMem {
  observations: readonly Fields[];
  summaries: readonly Fields[];
  prompts: readonly Fields[];
  sessions: readonly Fields[];
  directives: readonly Fields[];
}

/**
 * The parts of an export of claude-mem; undefined for another file, InvalidContent for an incomplete one.
 * (https://github.com/thedotmack/claude-mem/blob/main/scripts/export-memories.ts)
 */
export function claudeMemExport(value: Fields): ClaudeMem | undefined {
  if (!Array.isArray(value.observations) || !('totalObservations' in value || Array.isArray(value.summaries))) {
    return undefined;
  }
  const part = (name: string): Fields[] => {
    const list = value[name] ?? [];
    const isWhole = Array.isArray(list) && list.every(isFields);
    if (!isWhole) throw notWhatItSays(`"${name}" of the export is no list of records`);
    refuseBeyond(limits.records, list.length, 'records');
    return list;
  };
  return {
    observations: part('observations'),
    summaries: part('summaries'),
    prompts: part('prompts'),
    sessions: part('sessions'),
    directives: part('directives'),
  };
}

/**
 * Pieces of a claude-mem store: narratives and facts of observations, parts of summaries, requests of the user, and
 * rules. Its tables and its export have the same fields; lists are JSON in texts.
 * (https://github.com/thedotmack/claude-mem/blob/main/src/services/sqlite/schema.sql)
 */
export function claudeMemPieces(
  { observations, summaries, prompts, sessions, directives }: ClaudeMem,
  leftOut: LeftOut,
): Piece[] {
  const projects = new Map(
    sessions.map((row) => [textIn(row, 'content_session_id', 'claude_session_id'), textIn(row, 'project')]),
  );
  const active = directives.filter(({ status }) => status === 'active');
  leftOut.add('directives that are not active', directives.length - active.length);
  return [
    ...active.flatMap(directivePieces),
    ...observations.flatMap(observationPieces),
    ...summaries.flatMap(summaryPieces),
    ...prompts.flatMap((row) => promptPieces(row, projects)),
  ];
}

const named = (...parts: string[]) => parts.filter((part) => part !== '');

function known(row: Fields): Partial<Piece> {
  const session = textIn(row, 'memory_session_id', 'sdk_session_id', 'content_session_id', 'claude_session_id');
  return {
    occurredAt: timeOf(row.created_at_epoch) ?? timeOf(row.created_at),
    ...(session !== '' && { sessionId: session.slice(0, 200).toWellFormed() }),
  };
}

function observationPieces(row: Fields): Piece[] {
  const title = textIn(row, 'title');
  const prose = textIn(row, 'narrative', 'text', 'subtitle');
  const facts = textsIn(row, 'facts');
  const concepts = textsIn(row, 'concepts');
  const type = textIn(row, 'type');
  const about: Partial<Piece> = { ...known(row), tags: concepts, ...(type !== '' && { category: type }) };
  const details = [
    ...(concepts.length > 0 ? [`concepts: ${concepts.join(', ')}`] : []),
    ...(textsIn(row, 'files_modified').length > 0 ? [`files: ${textsIn(row, 'files_modified').join(', ')}`] : []),
  ];
  const project = textIn(row, 'project');
  const text = prose || (facts.length === 0 ? title : '');
  const context = named(project, text === title ? '' : title);
  const ending = details.length === 0 || text === '' ? '' : ` (${details.join('; ').slice(0, 1_000)})`;
  return [text === '' ? '' : text + ending, ...facts].flatMap((one) => statement(one, context, about));
}

const summaryParts = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'];

function summaryPieces(row: Fields): Piece[] {
  return summaryParts.flatMap((name) =>
    statement(textIn(row, name), named(textIn(row, 'project'), name.replace('_', ' ')), known(row)),
  );
}

function promptPieces(row: Fields, projects: ReadonlyMap<string, string>): Piece[] {
  const asked = textIn(row, 'prompt_text', 'prompt');
  // A command of the host itself.
  if (/^\/[\w:-]+$/.test(asked)) return [];
  const project = textIn(row, 'project') || projects.get(textIn(row, 'content_session_id', 'claude_session_id'));
  return userPieces(asked, named(project ?? ''), known(row));
}

function directivePieces(row: Fields): Piece[] {
  return statement(textIn(row, 'content'), named(textIn(row, 'project')), { ...known(row), importance: 'HIGH' });
}
