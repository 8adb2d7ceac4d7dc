import { warningOf } from '../../base/orders.ts';
import { isSupposed, type Origin, stretchesOf } from '../../text/foreign.ts';
import { cueClassesOf, type Place } from './cue-classes.ts';
import { hasCue, lowered, plain, reach } from './cue-rules.ts';
import { type Clause, cutClauses } from './cut.ts';
import { withoutNames } from './names.ts';
import { type Objection, objectionTo } from './objections.ts';
import { isStandingOrder } from './orders.ts';
import { isOfOwnLife } from './own-life.ts';
import { saysPlainly } from './plain-statements.ts';

/** A clause with the verdict of the rules. */
export interface Read extends Clause {
  /** Its beginning in lower case, up to `reach`, and the words of that. */
  low: string;
  tokens: readonly string[];
  /** The classes of cues in it, and where the first of each is. */
  cues: ReadonlyMap<string, Place>;
  /** A cue speaks for it. */
  isCued: boolean;
  /** It is a short statement of a kind that holds: "I'm Mara", "Prod is in eu-west-1", "Never edit generated files". */
  isPlain: boolean;
  /** It says who belongs to the speaker, or how old somebody is. */
  isOfOwnLife: boolean;
  objection: Objection | undefined;
  /** Whose words it is, where these are not the user's own statement. */
  origin?: Origin | undefined;
  /** What the order in it would do. */
  warning?: string | undefined;
}

/** The clauses of a user's text. */
export function readClauses(said: string): Read[] {
  const clauses: Read[] = [];
  for (const { text, origin } of stretchesOf(said)) {
    const first = (clauses.at(-1)?.sentence ?? -1) + 1;
    const cut = cutClauses(text);
    const sentences = new Map<number, string>();
    for (const { sentence, raw } of cut) sentences.set(sentence, (sentences.get(sentence) ?? '') + raw);
    for (const clause of cut) {
      const sentence = sentences.get(clause.sentence) ?? '';
      clauses.push({
        ...read(clause),
        sentence: first + clause.sentence,
        origin: origin ?? (isSupposed(sentence) ? 'supposed' : undefined),
        warning: warningOf(sentence),
      });
    }
  }
  return clauses;
}

export function read(clause: Clause): Read {
  const low = lowered(clause.text.slice(0, reach));
  const tokens = tokensOf(low);
  const spoken = withoutNames(clause.text.slice(0, reach));
  const lowSpoken = lowered(spoken);
  const cues = cueClassesOf(lowSpoken === low ? tokens : tokensOf(lowSpoken), lowSpoken);
  const rule = ruleIn(spoken, { cues, tokens });
  const isPlain = saysPlainly(plain(withoutScope(clause.text))) || isStandingOrder(rule);
  return {
    ...clause,
    low,
    tokens,
    cues,
    isCued: isPlain || hasCue(rule.text, rule.cues),
    isPlain,
    isOfOwnLife: isOfOwnLife(clause.text),
    objection: objectionTo(clause, (cues.get('decide') ?? 'later') !== 'later'),
  };
}

/** Where a rule holds, said before it: "For this repo: ", "Dans ce projet, ". */
const scope =
  /^(?:(?:for|in) (?:this|our|the) (?:repo(?:sitory)?|project|codebase|monorepo|package)|(?:für|in) (?:dieses|diesem|unser(?:em)?) (?:repo(?:sitory)?|projekt)|im (?:repo|projekt)|(?:pour|dans) (?:ce|notre) (?:dépôt|repo|projet)|(?:en|para) (?:este|nuestro) (?:repo(?:sitorio)?|proyecto)|(?:n?este|para este|no nosso) (?:repo(?:sitório)?|projeto)|(?:في|ل)\s?هذا (?:المستودع|المشروع))\s?[:,،]?\s+|^(?:この|本)(?:リポジトリ|レポジトリ|プロジェクト)(?:では|は|で)?[:：、,]?\s*|^在?(?:这个|這個|本|此)(?:项目|專案|仓库|代码库)(?:里|中)?[:：，,]?\s*/iu;

export const withoutScope = (text: string): string => text.replace(scope, '') || text;

/** What a clause says without where it holds, as far as it is read. */
function ruleIn(spoken: string, whole: Pick<Read, 'cues' | 'tokens'>) {
  const text = withoutScope(spoken);
  if (text === spoken) return { text, ...whole };
  const low = lowered(text);
  const tokens = tokensOf(low);
  return { text, tokens, cues: cueClassesOf(tokens, low) };
}

const file = /\b[\w-]{1,60}\.(?:js|ts|tsx|jsx|py|md|json|ya?ml|go|rs|html|css|sh|sql|env|toml|mjs|txt|dart|java)\b/g;

/** The words of a lower-case text. Code, addresses, paths, file names and numbers are each replaced by a mark. */
function tokensOf(low: string): string[] {
  const marked = low
    .normalize('NFKC')
    .replace(/[’‘´]/g, "'")
    .replace(/`[^`]*`/g, ' §code ')
    .replace(/https?:\/\/\S+/g, ' §url ')
    .replace(/(?<![^\s])@?[~.]?\/?(?:[\w.-]{1,60}\/)+[\w.*-]{0,60}/g, ' §path ')
    .replace(file, ' §file ')
    .replace(/\d[\d.,:]*/g, ' §num ');
  return marked.match(/§\w+|[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*|[\u3040-\u30ff\u4e00-\u9fff]+/gu) ?? [];
}
