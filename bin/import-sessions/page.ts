import { underHome } from '../home-paths.ts';
import { inShort, table } from '../table.ts';
import type { UnreadFile } from './find.ts';
import type { Outcome } from './keep.ts';
import type { Homeless } from './projects.ts';

/** Memories of one project that are shown; --json has all of them. */
const mostShown = 25;
/** UTF-16 units of each. */
const maxShown = 160;
const mostFiles = 5;

/** What would be kept or was, for people and for programs. */
export function pageOf(found: readonly Outcome[], homeless: Homeless, unread: readonly UnreadFile[]) {
  const kept = found.reduce((sum, one) => sum + one.kept.length, 0);
  const broken = found.reduce((sum, one) => sum + one.broken, 0);
  const totals = { projects: found.length, ...sums(found), memories: kept, brokenLines: broken };
  const document = {
    projects: found.map(({ project: { name, folder, sessions }, character, turns, leftOut, kept }) => ({
      project: name,
      folder,
      character,
      hosts: hostsOf(sessions),
      sessions: sessions.length,
      turns,
      leftOut,
      memories: kept.map(({ change, memory: { id, content, category, importance, occurredAt } }) => {
        return { change, id, content, category, importance, occurredAt };
      }),
    })),
    withoutProject: homeless,
    unread,
    totals,
  };
  const lines = [
    ...found.filter((one) => one.kept.length > 0).map(projectLines),
    table(underHome(found.map(rowOf)), ['project', 'folder', 'hosts', 'sessions', 'turns', 'memories']),
    ...notes(homeless, unread, broken),
    ...(kept === 0 ? [found.length === 0 ? 'There are no sessions to read.' : 'There is nothing new to keep.'] : []),
  ];
  return { document, lines: found.length === 0 ? lines.slice(1) : lines };
}

export function summaryOf(done: readonly Outcome[]): string {
  return table(underHome(done.map(rowOf)), ['project', 'folder', 'character', 'sessions', 'turns', 'memories']);
}

function sums(found: readonly Outcome[]) {
  const sessions = found.reduce((sum, { project }) => sum + project.sessions.length, 0);
  return { sessions, turns: found.reduce((sum, { turns }) => sum + turns, 0) };
}

function hostsOf(sessions: readonly { host: string }[]): string[] {
  return [...new Set(sessions.map(({ host }) => host))];
}

function rowOf({ project: { name, folder, sessions }, character, turns, kept }: Outcome) {
  const hosts = hostsOf(sessions).join(', ');
  return { project: name, folder, character, hosts, sessions: sessions.length, turns, memories: kept.length };
}

function projectLines({ project: { name }, kept }: Outcome): string {
  const shown = kept.slice(0, mostShown).map(({ change, memory: { content, category, occurredAt } }) => {
    const day = occurredAt?.slice(0, 10) ?? '';
    return `- ${day} [${category}] ${inShort(content.trim(), maxShown)}${change === 'corrected' ? ' (corrects what is known)' : ''}`;
  });
  const more = kept.length > mostShown ? [`  … and ${kept.length - mostShown} more; --json lists all`] : [];
  return [`${name}:`, ...shown, ...more].join('\n');
}

function notes({ gone, unknown }: Homeless, unread: readonly UnreadFile[], broken: number): string[] {
  const lines = [
    ...(gone > 0 ? [`- ${gone} sessions of folders that are gone; --character NAME takes them too`] : []),
    ...(unknown > 0
      ? [`- ${unknown} sessions whose folder the host does not keep; --character NAME takes them too`]
      : []),
    ...(broken > 0 ? [`- ${broken} lines that are no JSON`] : []),
    ...unread.slice(0, mostFiles).map(({ file, why }) => `- ${file}: ${why}`),
    ...(unread.length > mostFiles ? [`- ${unread.length - mostFiles} more files; --json lists them`] : []),
  ];
  return lines.length === 0 ? [] : [`Left out:\n${lines.join('\n')}`];
}
