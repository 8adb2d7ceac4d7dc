import { readFileSync } from 'node:fs';
import type { Log } from '../../base/log.ts';
import { Lru } from '../../base/lru.ts';
import { sentenceEncoder } from '../encoder/encoder.ts';
import { addsNothingTo, type StatedTerms, statedTerms } from '../same-statement.ts';
import { WeightsFile } from '../weights-file.ts';
import { changesToSame } from './agreement.ts';
import { isShort } from './candidates.ts';
import { denies, endsAllItNames, haveOtherValue, nameOtherKinds, namesOtherOfKind, parting } from './contradiction.ts';
import { fillsOtherwise } from './frames.ts';
import { renames, replacesNamed } from './instead.ts';
import path from './judge.bin';
import { hasNoNews } from './news.ts';
import { namesNewValue, setsAllAnew, setsLikeValue, setsOtherValue } from './other-value.ts';
import { cosineOf, PairNetwork, type Reading, type ReadText, softmax } from './pair-network.ts';
import { saysAgain } from './parts.ts';
import { speakerBefore } from './placed.ts';
import {
  american,
  featureCount,
  featuresOf,
  isCued,
  isOfSpeaker,
  latin,
  type Profile,
  profileOf,
  tellsOfChange,
} from './profile.ts';
import { withThingOf } from './pronouns.ts';
import { givesRoleToOther, keepsRole } from './roles.ts';
import { changesState, holdSameValue } from './states.ts';
import { haveOtherSubject } from './subjects.ts';
import { meetByNamesAlone, meetByPlaceAlone, sayInAnotherLanguage, speaksOfAll, tellsOtherState } from './sure.ts';
import { leavesWay } from './ways.ts';

/** What a statement does to an older one; `continues`: it says more of the same subject. */
export type Relation = 'ends' | 'repeats' | 'continues' | 'unrelated';

/** How a statement relates to an older one. */
export interface Verdict {
  relation: Relation;
  /** For `ends` and `repeats`; absent where the older one holds as far as is known. */
  sureness?: 'sure' | 'likely';
  /** The chance that the older one has ended, 0..1. */
  ends: number;
  /** For `ends`: the words alone say so. */
  isTold?: boolean;
}

/** A statement with what the encoder reads in it. */
export interface Statement {
  text: string;
  reading: Reading;
}

/** In the order of the weights. */
const relations = ['ends', 'repeats', 'continues', 'unrelated'] as const;
/** A repetition changes nothing, so a chance above the others is enough; above this it is sure. */
const sureRepetition = 0.9;

/** Above these chances an ending is sure, or likely; `cued`: likely where the newer statement clearly tells of a change. */
interface Thresholds {
  sure: number;
  likely: number;
  cued: number;
}

interface Known extends ReadText, Profile {
  terms: StatedTerms;
}

function thresholdsOf({ head }: WeightsFile): Thresholds {
  const { sure, likely, cued } = (head.sureness ?? {}) as Partial<Thresholds>;
  if (sure === undefined || likely === undefined || cued === undefined)
    throw new Error('the weights of the judge have no thresholds');
  return { sure, likely, cued };
}

/** With one of these in one of two statements alone, equal words do not make them equal. */
const telling = ['change', 'end', 'correct', 'not'];

/**
 * Decides whether a new statement ends, repeats or continues older ones, or has nothing to do with them: a network that
 * aligns the pieces of the two, then multinomial logistic regression over its output and features of the pair.
 */
export class Judge {
  readonly #network: PairNetwork;
  readonly #weights: Float32Array;
  readonly #sieve: Float32Array;
  readonly #thresholds: Thresholds;
  /** Older statements come again; the encoder keeps their readings. */
  readonly #known = new WeakMap<Reading, Known>();

  /** Throws an Error for bytes that are no weights of the judge. */
  constructor(bytes: Uint8Array) {
    const file = new WeightsFile(bytes, 'the judge');
    this.#network = new PairNetwork(file, featureCount());
    this.#weights = file.numbers('verdict').values;
    this.#sieve = file.numbers('sieve').values;
    if (this.#sieve.length !== featureCount() + 1) throw new Error('the judge has weights for other features');
    this.#thresholds = thresholdsOf(file);
  }

  /** One verdict for each of the older ones. */
  judge(newer: Statement, older: readonly Statement[]): Verdict[] {
    const said = this.#know(newer);
    return older.map((statement) => {
      const one = this.#know(statement);
      return saysTheSame(said, one)
        ? { relation: 'repeats', sureness: 'sure', ends: 0 }
        : this.#verdict(this.#chances(one, said), said);
    });
  }

  /**
   * Whether a statement may end an older one, by their features alone: without that the verdict hardly ever says so.
   * @param cosine of the vectors of the two
   */
  mayEnd(newer: Profile, older: Profile, cosine: number): boolean {
    const inputs = [...featuresOf(older, newer, cosine), 1];
    return inputs.reduce((sum, input, i) => sum + input * this.#sieve[i]!, 0) > 0;
  }

  #know({ text, reading }: Statement): Known {
    const known = this.#known.get(reading) ?? {
      ...this.#network.read(reading),
      ...profileOf(text),
      terms: statedTerms(text),
    };
    this.#known.set(reading, known);
    return known;
  }

  #chances(older: Known, newer: Known): Float32Array {
    const features = featuresOf(older, newer, cosineOf(older, newer));
    const { ends, repeats, leaves, subject } = this.#network.compare(older, newer, features);
    const inputs = [...[ends, repeats, leaves].map(logOdds), subject, ...features, 1];
    if (inputs.length * relations.length !== this.#weights.length)
      throw new Error('the judge has weights for other features');
    const sums = relations.map((_, k) =>
      inputs.reduce((sum, input, i) => sum + input * this.#weights[i * relations.length + k]!, 0),
    );
    return softmax(Float32Array.from(sums));
  }

  #verdict(chances: Float32Array, { cues }: Known): Verdict {
    const [ends = 0, ...others] = chances;
    const { sure, likely, cued } = this.#thresholds;
    // Nothing ends surely by a statement that only says how it is.
    if (ends > (tellsOfChange({ cues }) ? cued : likely))
      return { relation: 'ends', sureness: ends > sure && isCued({ cues }) ? 'sure' : 'likely', ends };
    const most = Math.max(...others);
    const relation = relations[1 + others.indexOf(most)] ?? 'unrelated';
    return relation === 'repeats'
      ? { relation, sureness: most > sureRepetition ? 'sure' : 'likely', ends }
      : { relation, ends };
  }
}

/** Whether a statement has only words of an older one. Small words count: "lives alone" and "lives with us" differ in them. */
function saysTheSame(newer: Known, older: Known): boolean {
  const isAlike = telling.every((cue) => newer.cues.has(cue) === older.cues.has(cue));
  const words = new Set(older.said.split(' '));
  return (
    isAlike && newer.said.split(' ').every((word) => words.has(word)) && addsNothingTo(newer.terms, older.terms, true)
  );
}

function logOdds(chance: number): number {
  const within = Math.min(1 - 1e-6, Math.max(1e-6, chance));
  return Math.log(within / (1 - within));
}

/**
 * The verdict about a newer and an older text.
 * @param cosine of their vectors by the encoder of the package, where it is known: most pairs need no more
 */
export type TextJudge = (newer: string, older: string, cosine?: number) => Verdict;

/** The chance of an end by another value or the denial of the same: the words alone say so. */
const otherValue = 0.7;

/** Above these chances another value of the same is likely; where the newer statement tells of a change, and where it does not. */
const withOtherValue = { told: 0.2, untold: 0.5 };

/** "Harbor (client project): …": what two statements stand below is not what they speak of. */
const heading = /^[^:\n]{1,100}:\s/u;

/** "New" behind "my". */
const novelty = new RegExp(
  [
    '(?<=(?<!\\p{L})(?:my|our|his|her|their) )new (?=\\p{L})',
    '(?<=(?<!\\p{L})(?:mein|unse?r|sein|ihr)(?:e[rsnm]?)? )neue[rsnm]? (?=\\p{L})',
    '(?<=(?<!\\p{L})(?:mon|ma|notre|son|sa|leur) )(?:nouveau|nouvel|nouvelle) (?=\\p{L})',
    '(?<=(?<!\\p{L})(?:mi|nuestr[oa]|su) )nuev[oa] (?=\\p{L})',
    '(?<=(?<!\\p{L})(?:meu|minha|nosso|nossa|mio|mia|nostr[oa]|suo|sua) )nuo?v[oa] (?=\\p{L})',
    '(?<=(?<!\\p{L})(?:mijn|onze|ons) )nieuwe? (?=\\p{L})',
    '(?<=(?<!\\p{L})(?:мой|моя|моё|наш|наша) )нов(?:ый|ая|ое) (?=\\p{L})',
    '(?<=(?<!\\p{L})(?:mój|moja|moim|moją|nasz|nasza|naszym|naszą) )now(?:ym?|a|ą) (?=\\p{L})',
    '新しい(?=[\\p{sc=Han}\\p{sc=Katakana}])|(?<=的)新(?=\\p{sc=Han})',
  ].join('|'),
  'giu',
);

/** A statement as it holds later: "my new manager is Daniel" tells who the manager is. */
const asKnown = (text: string) => text.replace(novelty, '');

/** The texts that one statement is compared with, twice. */
const maxProfiles = 64;

/**
 * The judge over texts as the encoder of the package reads them; undefined as `loadJudge`. A text that gives another value of
 * the same than an older one, denies it in its words, or tells of an event that changes its state, also ends that, likely.
 */
export function loadTextJudge(log: Log): TextJudge | undefined {
  const judge = loadJudge(log);
  if (!judge) return undefined;
  const profiles = new Lru<string, Profile>(maxProfiles);
  const profile = (text: string): Profile => {
    const one = profiles.get(text) ?? profileOf(text);
    profiles.set(text, one);
    return one;
  };
  const read = (text: string): Statement => ({ text, reading: sentenceEncoder().read(text) });
  const unrelated: Verdict = { relation: 'unrelated', ends: 0 };
  const meetInBody = (newer: string, older: string) =>
    meetByNamesAlone(profile(newer.replace(heading, '')), profile(older.replace(heading, '')));
  return (said, had, cosine) => {
    const [newer, older] = [american(said), asKnown(american(had))];
    const areShort = isShort(newer) && isShort(older);
    if (speakerBefore(newer) !== speakerBefore(older) && isOfSpeaker(newer)) return unrelated;
    if (areShort && nameOtherKinds(profile(newer), profile(older))) return unrelated;
    if (areShort && haveOtherSubject(newer, older)) return unrelated;
    const isWorth = areShort && (cosine === undefined || judge.mayEnd(profile(newer), profile(older), cosine));
    const [verdict = unrelated] = isWorth ? judge.judge(read(newer), [read(older)]) : [];
    const [now, before] = [profile(newer), profile(older)];
    const isOtherValue = isCued(now) && setsOtherValue(newer, older);
    const isOther = () =>
      changesInPart(newer, before, profile) ||
      [namesOtherOfKind, replacesNamed, denies, changesState, fillsOtherwise].some((changes) => changes(now, before)) ||
      endsAllItNames(now, before, newer) ||
      (tellsOfChange(now) ? setsLikeValue(newer, older) : setsAllAnew(newer, older)) ||
      renames(newer, older) ||
      givesRoleToOther(newer, older, now) ||
      (verdict.ends > withOtherValue[tellsOfChange(now) ? 'told' : 'untold'] && haveOtherValue(now, before));
    const isOtherWay = areShort && leavesWay(newer, now, before);
    const isTold = isOtherValue || isOtherWay || (areShort && isOther());
    if (verdict.relation !== 'ends' && !isTold) return verdict;
    if (areShort && !isOtherWay && meetByPlaceAlone(now, before)) return unrelated;
    if (areShort && !namesNewValue(newer, older) && hasNoNews(now, before))
      return { relation: 'repeats', sureness: 'likely', ends: 0 };
    if (areShort && changesToSame(newer, now, before)) return { relation: 'continues', ends: 0 };
    if (areShort && sayInAnotherLanguage(now, before)) return { relation: 'repeats', sureness: 'likely', ends: 0 };
    if (verdict.relation !== 'ends') return { relation: 'ends', sureness: 'likely', ends: otherValue, isTold };
    const isSame = () => saysAgain(newer, before, 2) || keepsRole(newer, older);
    if (!isTold && (tellsOtherState(newer, now, before) || isSame())) return unrelated;
    if (!isTold && !tellsOfChange(now) && (meetInBody(newer, older) || holdSameValue(now, before))) return unrelated;
    const isSure = verdict.sureness === 'sure' && speaksOfAll(now, before);
    return { ...verdict, sureness: isSure ? 'sure' : 'likely', isTold };
  };
}

/** Whether one of the parts of a statement changes a state or a tool of an older one: "Deborah left the team, I report to Kwame now". */
function changesInPart(newer: string, older: Profile, profile: (text: string) => Profile): boolean {
  const { asks, cues, script } = profile(newer);
  const parts = newer.split(parting).map((part) => withThingOf(newer, part));
  // In scripts that leave the subject out, a later part may be about whom an earlier one names.
  if (parts.length < 2 || asks || ['plan', 'past', 'quote'].some((cue) => cues.has(cue))) return false;
  if (script !== latin && cues.has('other')) return false;
  return parts.some((part) => [changesState, namesOtherOfKind].some((changes) => changes(profile(part), older)));
}

/** The judge of the package; undefined where its weights are missing or damaged, which the log says: then nothing is judged. */
export function loadJudge(log: Log, file: string = path): Judge | undefined {
  try {
    return new Judge(readFileSync(file));
  } catch (error) {
    log('error', 'The weights of the judge cannot be read: no changes are noticed. Install the package again.', {
      error,
    });
    return undefined;
  }
}
