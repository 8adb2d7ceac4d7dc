import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seeded } from './examples.ts';
import own from './own-sentences.json' with { type: 'json' };

/** Where a text comes from; the classifier has been trained on all but `turns` and `rules`. */
export type Source = 'turns' | 'rules' | 'files' | 'dev' | 'active' | 'commits' | 'personal' | 'own' | 'situations';

/** 1: lasting beyond doubt, .5: lasting, 0: not; undefined: nobody knows. */
export type Label = 0 | 0.5 | 1 | undefined;

/** A text with what lasts of it. */
export interface LabelledText {
  source: Source;
  /** A repository or chat: cross-validation keeps its texts together. */
  group: string;
  language: string;
  text: string;
  /** Exact parts of the text. */
  lasting: { text: string; label: Label }[];
  /** The label of everything else. */
  otherwise: Label;
}

interface Turn {
  repo: string;
  language: string;
  text: string;
  durable: { text: string; sure: boolean }[];
}

interface Sentence {
  repo: string;
  text: string;
}

type Random = () => number;

/** Whether a repository is of the third that is for measuring alone. */
export function isKeptBack(repository: string): boolean {
  return createHash('sha1').update(repository).digest()[0]! % 3 === 0;
}

/** How many of the weakly labelled rules of files are taken. */
const maxFileRules = 3_000;

/**
 * The texts of a folder of labelled data (scripts/capture/README.md lists its files), without the repositories kept back, and our
 * own sentences. Rules are put before or after the task of another repository, as users say them.
 */
export function textsOf(folder: string): LabelledText[] {
  const random = seeded(11);
  const turns = linesOf<Turn>(folder, 'labelled/turns.jsonl.gz').filter(({ repo }) => !isKeptBack(repo));
  const rules = linesOf<Sentence & { language: string }>(folder, 'labelled/rules.jsonl.gz').filter(
    ({ repo }) => !isKeptBack(repo),
  );
  const tasks = tasksOf(turns);
  const weak = read<Record<'pos_rules' | 'commits', Sentence[]> & { active: Active[] }>(folder, 'training.json.gz');
  return [
    ...turns.map(ofTurn),
    ...rules.flatMap((one) =>
      [true, false].map((isFirst) => placed('rules', one, one.language, tasks, random, isFirst)),
    ),
    ...sample(weak?.pos_rules ?? [], maxFileRules, random).map((one) =>
      placed('files', one, 'en', tasks, random, random() < 0.5),
    ),
    ...(weak?.commits ?? []).map(({ repo, text }) => whole('commits', repo, text, 0)),
    ...(weak?.active ?? []).flatMap(({ repo, text, label }) =>
      label === 'skip' ? [] : whole('active', repo, text, label),
    ),
    ...(read<DevTurn[]>(folder, 'turns-dev.json') ?? []).map(ofDevTurn),
    ...(read<Personal[]>(folder, 'personal-dev.json') ?? []).map(ofPersonal),
    ...ownTexts(tasks, random),
  ];
}

/** What is told in a situation: a state, what changes it, the state in other words, and what leaves it as it is. */
const toldIn = ['old', 'change', 'change2', 'repeat', 'adds'] as const;

/**
 * The statements of situations of change (`pairs-LANGUAGE.jsonl`), each alone, and before or after a task; half of them
 * in lower case and without a full stop, as people type.
 * @param folder of situations
 * @param labelled the folder of `textsOf`, which has the tasks
 */
export function situationsOf(folder: string, labelled: string): LabelledText[] {
  const random = seeded(13);
  const turns = linesOf<Turn>(labelled, 'labelled/turns.jsonl.gz').filter(({ repo }) => !isKeptBack(repo));
  const tasks = tasksOf(turns);
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const language = /^pairs-(\w+)\.jsonl$/.exec(name)?.[1];
      if (language === undefined) return [];
      return linesOf<Record<string, string>>(folder, name).flatMap((situation) =>
        toldIn.flatMap((kind) => {
          const said = situation[kind];
          if (said === undefined || said.length > maxSituation) return [];
          const text = random() < 0.5 ? said : `${said.charAt(0).toLowerCase()}${said.slice(1)}`.replace(/[.。]$/u, '');
          const sentence = { repo: situation.id!, text };
          return [
            { ...whole('situations', sentence.repo, text, 1), language },
            placed('situations', sentence, language, tasks, random, random() < 0.5),
          ];
        }),
      );
    });
}

/** Longer ones tell several things. */
const maxSituation = 160;

interface Active extends Sentence {
  label: Label | 'skip';
}

interface DevTurn extends Sentence {
  language: string;
  durable: string[];
  durable_strict: string[];
}

interface Personal {
  text: string;
  durable: boolean;
  source: string;
}

function bytesOf(folder: string, name: string): string | undefined {
  const file = join(folder, name);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function read<T>(folder: string, name: string): T | undefined {
  const text = bytesOf(folder, name);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

function linesOf<T>(folder: string, name: string): T[] {
  const text = bytesOf(folder, name);
  if (text === undefined) throw new Error(`${folder} has no ${name}`);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

function ofTurn({ repo: group, language, text, durable }: Turn): LabelledText {
  const lasting = durable.map((one) => ({ text: one.text, label: one.sure ? (1 as const) : (0.5 as const) }));
  return { source: 'turns', group, language, text, lasting, otherwise: 0 };
}

function ofDevTurn({ repo: group, language, text, durable, durable_strict: sure }: DevTurn): LabelledText {
  const lasting = durable.map((one) => ({ text: one, label: sure.includes(one) ? (1 as const) : (0.5 as const) }));
  return { source: 'dev', group, language, text, lasting, otherwise: 0 };
}

/** The statement is the first clause; what follows it in the same message may be one too. */
function ofPersonal({ text, durable, source }: Personal): LabelledText {
  const group = `BEAM ${/BEAM chats\/(\S+\/\S+)\/chat/.exec(source)?.[1] ?? source}`;
  return { source: 'personal', group, language: 'en', text, lasting: [], otherwise: durable ? undefined : 0 };
}

function whole(source: Source, group: string, text: string, otherwise: Label): LabelledText {
  return { source, group, language: 'en', text, lasting: [], otherwise };
}

type Tasks = ReadonlyMap<string, readonly Turn[]>;

const fewestTasks = 5;

/** Turns of one line without anything lasting, by language. */
function tasksOf(turns: readonly Turn[]): Tasks {
  const isTask = ({ durable, text }: Turn) =>
    durable.length === 0 && /^.{12,300}$/u.test(text.trim()) && !text.includes('```');
  const tasks = new Map<string, Turn[]>();
  for (const turn of turns.filter(isTask)) tasks.set(turn.language, [...(tasks.get(turn.language) ?? []), turn]);
  return tasks;
}

/** A rule before or after the task of another repository. */
function placed(
  source: Source,
  { repo: group, text: rule }: Sentence,
  language: string,
  tasks: Tasks,
  random: Random,
  isFirst: boolean,
): LabelledText {
  const spoken = tasks.get(language) ?? [];
  const pool = (spoken.length < fewestTasks ? tasks.get('en')! : spoken).filter(({ repo }) => repo !== group);
  const task = pool[Math.floor(random() * pool.length)]?.text.trim() ?? '';
  const text = isFirst ? `${ended(rule)} ${task}` : `${ended(task)} ${rule}`;
  return { source, group, language, text, lasting: [{ text: rule, label: 1 }], otherwise: 0 };
}

function ended(text: string): string {
  if (/[.!?。！？…:：]["”’)\]]*\s*$/u.test(text)) return text;
  return text.trimEnd() + (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(text) ? '。' : '.');
}

function sample<T>(all: readonly T[], count: number, random: Random): T[] {
  const order = all.map((one) => ({ one, key: random() })).sort((a, b) => a.key - b.key);
  return order.slice(0, count).map(({ one }) => one);
}

/** Each of our own sentences as a turn, and those that last also in one with a task. Translations are at the same place. */
function ownTexts(tasks: Tasks, random: Random): LabelledText[] {
  return Object.entries(own as Record<string, { durable: string[]; other: string[] }>).flatMap(([language, said]) => [
    ...said.durable.flatMap((text, i) => {
      const repo = `own ${said.durable.length - i}`;
      return [
        { ...whole('own', repo, text, 1), language },
        placed('own', { repo, text }, language, tasks, random, i % 2 === 0),
      ];
    }),
    ...said.other.map((text, i) => ({ ...whole('own', `own ${said.other.length - i}`, text, 0), language })),
  ]);
}
