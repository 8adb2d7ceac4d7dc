import type { PastChange } from '../../../src/service/hooks/past-session.ts';
import { inShort, table, underHome } from '../../terminal/print.ts';
import type { UnreadFile } from './find.ts';
import type { Outcome } from './keep.ts';
import type { Homeless } from './projects.ts';

/** Memories of one project that are shown; --json has all of them. */
const maxShown = 25;
/** UTF-16 units of each. */
const maxWidth = 160;
const maxFiles = 5;

/** The memories that were or would be stored, as lines for users and as a document for programs. */
export function pageOf(found: readonly Outcome[], homeless: Homeless, unread: readonly UnreadFile[]) {
  const memories = found.reduce((sum, one) => sum + one.stored.length, 0);
  const broken = found.reduce((sum, one) => sum + one.broken, 0);
  const proposed = found.reduce((sum, one) => sum + one.proposed.length, 0);
  const totals = { projects: found.length, ...sums(found), memories, proposed, brokenLines: broken };
  const document = {
    projects: found.map(({ project: { name, folder, sessions }, character, turns, leftOut, ...done }) => ({
      project: name,
      folder,
      character,
      hosts: hostsOf(sessions),
      sessions: sessions.length,
      turns,
      leftOut,
      memories: done.stored.map(shownChange),
      proposed: done.proposed.map(shownChange),
    })),
    withoutProject: homeless,
    unread,
    totals,
  };
  const lines = [
    ...found.filter(isWorthIt).map(projectLines),
    table(underHome(found.map(rowOf)), ['project', 'folder', 'hosts', 'sessions', 'turns', 'memories', 'proposed']),
    ...notes(homeless, unread, broken),
    ...(memories + proposed === 0
      ? [found.length === 0 ? 'There are no sessions to read.' : 'There is nothing new to keep.']
      : []),
  ];
  return { document, lines: found.length === 0 ? lines.slice(1) : lines };
}

export function summaryOf(done: readonly Outcome[]): string {
  return table(underHome(done.map(rowOf)), [
    'project',
    'folder',
    'character',
    'sessions',
    'turns',
    'memories',
    'proposed',
  ]);
}

function sums(found: readonly Outcome[]) {
  const sessions = found.reduce((sum, { project }) => sum + project.sessions.length, 0);
  return { sessions, turns: found.reduce((sum, { turns }) => sum + turns, 0) };
}

function hostsOf(sessions: readonly { host: string }[]): string[] {
  return [...new Set(sessions.map(({ host }) => host))];
}

/** Whether there is anything to store or propose for a project. */
export function isWorthIt({ stored: memories, proposed }: Outcome): boolean {
  return memories.length + proposed.length > 0;
}

function shownChange({ change, memory: { id, content, category, importance, occurredAt } }: PastChange) {
  return { change, id, content, category, importance, occurredAt };
}

function rowOf({ project: { name, folder, sessions }, character, turns, stored: memories, proposed }: Outcome) {
  const hosts = hostsOf(sessions).join(', ');
  return {
    project: name,
    folder,
    character,
    hosts,
    sessions: sessions.length,
    turns,
    memories: memories.length,
    proposed: proposed.length || undefined,
  };
}

function projectLines({ project: { name }, stored: memories, proposed }: Outcome): string {
  const doubtful = proposed.length > 0 ? ['  in doubt, for you to decide in the Queue:', ...linesOf(proposed)] : [];
  return [`${name}:`, ...linesOf(memories), ...doubtful].join('\n');
}

function linesOf(changes: readonly PastChange[]): string[] {
  const shown = changes.slice(0, maxShown).map(({ change, memory: { content, category, occurredAt } }) => {
    const day = occurredAt?.slice(0, 10) ?? '';
    const corrects = change === 'corrected' ? ' (corrects a memory)' : '';
    return `- ${day} [${category}] ${inShort(content.trim(), maxWidth)}${corrects}`;
  });
  const more = changes.length - shown.length;
  return more > 0 ? [...shown, `  … and ${more} more; --json lists all`] : shown;
}

function notes({ gone, unknown }: Homeless, unread: readonly UnreadFile[], broken: number): string[] {
  const lines = [
    ...(gone > 0 ? [`- ${gone} sessions whose folder no longer exists; --character NAME imports them`] : []),
    ...(unknown > 0
      ? [`- ${unknown} sessions whose host does not record the folder; --character NAME imports them`]
      : []),
    ...(broken > 0 ? [`- ${broken} lines that are not JSON`] : []),
    ...unread.slice(0, maxFiles).map(({ file, why }) => `- ${file}: ${why}`),
    ...(unread.length > maxFiles ? [`- ${unread.length - maxFiles} more files; --json lists them`] : []),
  ];
  return lines.length === 0 ? [] : [`Left out:\n${lines.join('\n')}`];
}
