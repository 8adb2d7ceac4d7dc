import { once } from '../../base/once.ts';
import type { CaptureMode } from '../../domain/captured-clause.ts';
import { sentenceEncoder } from '../../search/encoder/encoder.ts';
import { profileOf } from '../../search/judge/profile.ts';
import { aboutOf } from '../../text/about/about.ts';
import { type ClauseClassifier, classifier } from './classifier.ts';
import { formsOf, isTooShortOrLong } from './form.ts';
import { type ClauseNetwork, network, toldNetwork } from './network.ts';
import type { Objection } from './objections.ts';
import { isOrder, outlasts, saysLasting } from './orders.ts';
import type { Read } from './read.ts';

/** What its score makes of a clause, in rising order. */
export type Grade = 'left out' | 'proposed' | 'kept';

/** Grades the clauses of a turn. */
export type Grading = (clauses: readonly Read[], mode: CaptureMode) => Grade[];

/** The lowest score of a clause, and of a clause with a cue. */
interface Least {
  alone: number;
  withCue: number;
}

/** Thresholds of the classifier. docs/measurements.md shows what they give, like those of the network. */
const leastOfWords: Record<CaptureMode, { kept: Least; proposed: Least }> = {
  careful: { kept: { alone: 0.8, withCue: -1 }, proposed: { alone: 0.3, withCue: -2 } },
  balanced: { kept: { alone: 0.3, withCue: -2 }, proposed: { alone: -0.2, withCue: -3 } },
  eager: { kept: { alone: -0.5, withCue: -4 }, proposed: { alone: -1, withCue: -5 } },
};

/** By words, cues and form alone: where the encoder is off. Any objection leaves a clause out. */
export function byWords(model: ClauseClassifier = classifier()): Grading {
  return (clauses, mode) => clauses.map((clause) => gradeByWords(clause, model.score(clause), mode));
}

function gradeByWords({ isCued, isPlain, objection }: Read, score: number, mode: CaptureMode): Grade {
  if (objection !== undefined) return 'left out';
  const { kept, proposed } = leastOfWords[mode];
  const passes = ({ alone, withCue }: Least) => isPlain || score >= alone || (isCued && score >= withCue);
  return passes(kept) ? 'kept' : passes(proposed) ? 'proposed' : 'left out';
}

/** The lowest score of a clause with evidence of its words, and of one without. */
interface LeastOfScore {
  evident: number;
  bare: number;
}

/** Thresholds of the network. */
export type LeastOfNetwork = Record<CaptureMode, { kept: LeastOfScore; proposed: number }>;

const leastOfNetwork: LeastOfNetwork = {
  careful: { kept: { evident: 0.05, bare: 0.75 }, proposed: -0.36 },
  balanced: { kept: { evident: -0.36, bare: 0.25 }, proposed: -0.75 },
  eager: { kept: { evident: -1.1, bare: -1.1 }, proposed: -1.5 },
};

/** The lowest score of a clause in a turn of few clauses, and of many, which more often describe what is to be made. */
type LeastOfTold = Record<'few' | 'many', number>;

/** Thresholds of the network of what is told: scripts/capture/README.md has what they let through. */
const leastOfTold: Record<CaptureMode, Record<'kept' | 'proposed', LeastOfTold>> = {
  careful: { kept: { few: 4, many: 5 }, proposed: { few: 2, many: 3 } },
  balanced: { kept: { few: 2, many: 3 }, proposed: { few: 0.5, many: 1.5 } },
  eager: { kept: { few: 0, many: 0.5 }, proposed: { few: -1, many: -0.5 } },
};

const telling = ['use', 'self'];

/** Whether a clause has a cue, is about the user, forbids for good, or has words of use, choice, "always" or "never". */
function isEvident(clause: Read): boolean {
  const { isCued, cues, text } = clause;
  const isForbidden = cues.has('forbid') && outlasts(text);
  return (
    isCued || isForbidden || saysLasting(clause) || telling.some((name) => cues.has(name)) || aboutOf(text) === 'user'
  );
}

/** No clause below this score of the classifier reaches a threshold of the network: 2 of 412 did. */
const hopeless = -5;
/** A clause below this score of the network is not stored for its words alone, unless they say that it outlasts its task. */
const unlikely = -2;
/** What no score outweighs. */
const barred: ReadonlySet<Objection | undefined> = new Set(['question', 'output', 'state']);
/** The network knows turns about a task; a rule that is said alone has the grade of its words, if that is higher. */
const fewClauses = 2;
/** A turn of more clauses is one of many for what is told. */
const fewTold = 3;

/** By the network where the encoder is on and the machine can run it, else by words. */
export function gradingOf(encodes: boolean): Grading {
  return encodes && canEncode() ? byNetwork() : byWords();
}

const canEncode = once(() => {
  try {
    return sentenceEncoder().size > 0;
  } catch {
    return false;
  }
});

/** How much speaks for a clause's lasting, by its form. */
export type Scoring = (clause: Read, form: readonly number[]) => number;

const scoringBy =
  (weights: () => ClauseNetwork): Scoring =>
  (clause, form) =>
    weights().score(clause, sentenceEncoder().read(clause.text).vector, form);
const [scoreOfNetwork, scoreOfTold] = [scoringBy(network), scoringBy(toldNetwork)];

const today =
  /(?<!\p{L})(?:today|tonight|this morning|heute|aujourd[’']hui|ce soir|hoy|hoje|oggi|stasera|vandaag|dzisiaj|dziś|сегодня|сьогодні|bugün|idag|ikväll|hari ini|hôm nay|اليوم|امروز)(?![\p{L}\p{M}])|今天|今晚|今日|今夜|오늘|आज|วันนี้/iu;

/** Whether a clause is the user's own, no order and no plan, nothing speaks against it, and it is not about today. */
function mayBeTold(clause: Read): boolean {
  const { objection, origin, warning, text } = clause;
  if (objection !== undefined || origin !== undefined || warning !== undefined || isOrder(clause)) return false;
  return !today.test(text) && !profileOf(text).cues.has('plan');
}

/** By the network over the encoder of the package. Encoding is the cost, so clauses without hope are not encoded. */
export function byNetwork(scoreOf = scoreOfNetwork, least = leastOfNetwork, toldOf = scoreOfTold): Grading {
  return (clauses, mode) => {
    const scores = clauses.map((clause) => classifier().score(clause));
    const forms = formsOf(clauses, scores);
    return clauses.map((clause, i) => {
      const byItsWords = clause.isCued && clause.of <= fewClauses ? gradeByWords(clause, scores[i]!, mode) : 'left out';
      if ((byItsWords === 'kept' && clause.isPlain) || isTooShortOrLong(clause)) return byItsWords;
      if (barred.has(clause.objection)) return byItsWords;
      const told = mayBeTold(clause) ? toldOf(clause, forms[i]!) : Number.NEGATIVE_INFINITY;
      const size = clause.of <= fewTold ? 'few' : 'many';
      if (told >= leastOfTold[mode].kept[size]) return 'kept';
      const isLikely = told >= leastOfTold[mode].proposed[size];
      if (scores[i]! < hopeless) return isLikely ? 'proposed' : byItsWords;
      const score = scoreOf(clause, forms[i]!);
      if (byItsWords === 'kept')
        return score >= unlikely || clause.cues.has('prefer') || outlasts(clause.text) ? 'kept' : 'proposed';
      const { kept, proposed } = least[mode];
      if (score >= kept[isEvident(clause) ? 'evident' : 'bare']) return 'kept';
      return score >= proposed || isLikely ? 'proposed' : byItsWords;
    });
  };
}
