import { once } from '../../base/once.ts';
import { dependsOnPrevious } from '../rules/cohesion.ts';
import { withoutLeadIn } from '../rules/lead-ins.ts';
import { correcting } from './changes.ts';
import { cjk } from './cue-classes.ts';
import { reach } from './cue-rules.ts';
import { countSigns } from './cut.ts';
import type { Objection } from './objections.ts';
import { type Read, withoutScope } from './read.ts';

/** "This is a Rails app." names its subject, though it starts with a pronoun. */
const pointsAtProject =
  /^(?:(?:this|it)(?: is|'s) (?:an? |our |my )|this(?: is|'s) the |this (?:app|project|repo|site|code|package|library|service)|(?:das|dies) ist (?:ein|das|unser)|c'est (?:une?|notre)|ce projet|es un|este proyecto|é um|este projeto|è un|questo progetto|dit is (?:een|ons)|to jest|это|bu (?:bir|proje)|det (?:här )?är|这(?:是|个)|これは|이 프로젝트|이것은)/iu;

/** No pronouns: "her zaman", which is Turkish for always, a Persian "from now on", and a German article before its noun. */
const noPronoun =
  /(?<!\p{L})[Hh]er (?=zaman|gün|hafta|sefer|yeni)|از این به بعد|(?<=\p{L} )(?:die|das|der|dies[er]) (?=\p{Lu})/gu;

/** A manner, a choice or a thing that only the statement before names: "always do it like that", "Use the other one". */
const pointsBack = once(
  () =>
    /(?<!\p{L})(?:i mean|i meant|ich meine?|je veux dire|quiero decir|quero dizer|intendo|bedoel ik|mam na myśli|имею в виду|маю на увазі|like (?:that|this)|that way|this way|the same way|the other(?: one)?|the former|the latter|the (?:first|second|third|last) (?:one|option)|so machen|(?:mach|tu) (?:es |das )?(?:immer )?so|comme (?:ça|cela)|de cette façon|hazlo (?:siempre )?así|hacerlo así|así siempre|faça (?:sempre )?assim|assim sempre|fai (?:sempre )?così|così sempre|doe (?:dat |het )?(?:altijd )?zo|rób (?:to )?(?:zawsze )?tak|(?:делай|поступай) (?:всегда )?так|так и делай|роби (?:завжди )?так|böyle yap|öyle yap|gör (?:alltid )?så|seperti (?:itu|ini)|như (?:vậy|thế)|هكذا|بهذه الطريقة|(?:ऐसे|ऐसा) ही)(?![\p{L}\p{M}])|这样(?:做|写|改|处理|来)|(?:そう|こう|このように|そのように)して|그렇게|이렇게/u,
);
const pointsBackAtEnd =
  /(?<!\p{L})(?:das|dies|es so|ça|cela|eso|esto|isso|isto|questo|quello|dat|dit|это|це|det|điều này|điều đó|cái này|cái đó|việc này|bunu|şunu|هذا|ذلك)[.!]?$/u;
/** Why something before holds: "モバイルアプリが依存しているからです。" */
const explains =
  /^(?:なぜなら|왜냐하면)|(?:から|ため)(?:です|だ|である)[。！]?$|(?:때문이?(?:에요|야|다|입니다)|거든요?|기 때문)[.!]?$/u;
/** A longer statement says more than what it points at (UTF-16 units, in scripts without spaces). */
const [maxPointing, maxPointingUnspaced] = [45, 16];

function pointsAway(text: string): boolean {
  const said = text.toLowerCase().replace(/[’‘]/gu, "'");
  if (explains.test(said) || (/^因[为為]/u.test(said) && !/[，,]/u.test(said))) return true;
  if (said.length > (cjk.test(said) ? maxPointingUnspaced : maxPointing)) return false;
  return pointsBack().test(said) || pointsBackAtEnd.test(said);
}

/** Whether a statement can't be understood without the one before. */
export function needsContext({ part, isOfOwnLife, isPlain }: Read, text: string): boolean {
  if (part > 0 || isOfOwnLife || isPlain || pointsAtProject.test(text)) return false;
  if (pointsAway(text)) return true;
  const said = withoutScope(withoutLeadIn(text).rest)
    .replace(correcting, '')
    .replace(/^[,.:;\s]{1,9}/u, '');
  return dependsOnPrevious(said.replace(noPronoun, ''), '');
}

/** Whether the user asks to remember a clause: "Remember that …". */
export function isAsked({ turn, text }: Read): boolean {
  return !turn.isPasted && withoutLeadIn(text).stressed;
}

/** Written without spaces too, but no features know it. */
const thai = /[\u0e00-\u0e7f]/u;

/** A clause with fewer words has no statement. */
const fewestWords = 3;

/** A clause beyond `reach` is a description. */
export function isTooShortOrLong({ text, tokens, isCued }: Read): boolean {
  const fewest = cjk.test(text) || thai.test(text) ? 1 : isCued ? fewestWords - 1 : fewestWords;
  return text.length > reach || tokens.length < fewest;
}

/** In the order of the weights, like all that follows; another class of cues needs another training. */
const cueNames = [
  ...['always', 'never', 'forbid', 'must', 'prefer', 'future', 'remember', 'use', 'only', 'self', 'we', 'project'],
  ...['place', 'decide', 'skill', 'plan', 'question', 'moment', 'symptom', 'task', 'approve'],
];
const objections: readonly Objection[] = ['question', 'unfinished', 'moment', 'symptom', 'pasted', 'output'];

/** The scores of a clause's missing neighbours. */
const noNeighbour = -4;
const noOther = -6;

/**
 * The numbers of a clause's form and place in its turn, 89 for each clause.
 * @param scores what the classifier says of each clause
 */
export function formsOf(clauses: readonly Read[], scores: readonly number[]): number[][] {
  const highest = [...scores].sort((a, b) => b - a);
  return clauses.map((clause, i) => {
    const score = scores[i]!;
    const others = (score === highest[0] ? highest[1] : highest[0]) ?? noOther;
    const neighbours = { before: clauses[i - 1], after: clauses[i + 1] };
    return [
      ...placeOf(clause, i, clauses.length),
      ...wordingOf(clause),
      ...[score, scores[i - 1] ?? noNeighbour, scores[i + 1] ?? noNeighbour, others].map((one) => one / 4),
      ...besidesOf(clause, neighbours),
      ...scriptOf(clause),
      ...cueNames.map((name) => clause.cues.has(name)),
      ...cueNames.map((name) => clause.cues.get(name) === 'first'),
    ].map(Number);
  });
}

type Numbers = (number | boolean)[];

function placeOf({ turn, part, parts, ...clause }: Read, i: number, count: number): Numbers {
  return [
    ...[clause.isQuestion, clause.isItem, clause.isLeadIn, clause.isListed],
    ...[turn.isLong, turn.isDocument, turn.isPasted],
    ...[part > 0, parts > 1, i === 0, i === count - 1, count === 1],
    ...[Math.log1p(count), i / count],
  ];
}

function wordingOf(clause: Read): Numbers {
  const { text, raw, tokens } = clause;
  const length = [...text].length;
  const share = (count: number) => count / Math.max(1, length);
  return [
    Math.log1p(tokens.length),
    Math.log1p(Math.max(1, length)),
    ...[clause.isCued, clause.isOfOwnLife, isAsked(clause), needsContext(clause, text)],
    ...objections.map((one) => clause.objection === one),
    ...[/\p{Lu}/gu, /[\p{Nd}\p{No}]/gu].map((kind) => share(text.match(kind)?.length ?? 0)),
    share(countSigns(text)),
    /^\p{Ll}/u.test(text),
    /[.!?。！？…]\s*$/u.test(raw),
    ...[raw.includes('!'), text.includes('`')],
  ];
}

function besidesOf({ sentence }: Read, { before, after }: Record<'before' | 'after', Read | undefined>): Numbers {
  return [
    ...[before, after].map((one) => one?.objection === 'question'),
    ...[before, after].map((one) => one?.isCued === true),
    ...[before, after].map((one) => one?.sentence === sentence),
    ...[before, after].map((one) => one === undefined),
  ];
}

function scriptOf({ text }: Read): Numbers {
  return [cjk.test(text), /^[\0-\x7f]*$/.test(text)];
}
