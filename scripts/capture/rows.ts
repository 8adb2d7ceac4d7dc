import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { classifier } from '../../src/ai/clauses/classifier.ts';
import { featuresOf } from '../../src/ai/clauses/features.ts';
import { formsOf } from '../../src/ai/clauses/form.ts';
import { type Read, readClauses } from '../../src/ai/clauses/read.ts';
import { sentenceEncoder } from '../../src/search/encoder/encoder.ts';
import { rememberable } from '../../src/text/said.ts';
import type { Label, LabelledText, Source } from './texts.ts';

/** A clause with its label and what the network reads of it. */
export interface Row {
  source: Source;
  group: string;
  language: string;
  text: string;
  label: Exclude<Label, undefined>;
  /** Of the encoder, 320 numbers. */
  vector: Float32Array;
  /** Its form and place, 89 numbers. */
  form: Float32Array;
  /** The features of its words. */
  words: Int32Array;
}

/** The clauses of all texts that have a label. */
export function rowsOf(texts: readonly LabelledText[], encode: (text: string) => Float32Array): Row[] {
  return texts.flatMap((one) => {
    const clauses = readClauses(rememberable(one.text).text);
    const forms = formsOf(
      clauses,
      clauses.map((clause) => classifier().score(clause)),
    );
    const spans = spansOf(one.text, clauses);
    return clauses.flatMap((clause, i): Row[] => {
      const label = labelOf(clause, i, spans[i]!, one);
      if (label === undefined) return [];
      return [
        {
          ...{ source: one.source, group: one.group, language: one.language, text: clause.text, label },
          vector: encode(clause.text),
          form: Float32Array.from(forms[i]!),
          words: Int32Array.from(featuresOf(clause)),
        },
      ];
    });
  });
}

/** Encodes each text once; the vectors are kept in `file`, where one is named. */
export function encoderWith(file: string | undefined): { encode: (text: string) => Float32Array; save: () => void } {
  const known = new Map<string, Float32Array>();
  if (file !== undefined && existsSync(file)) {
    const bytes = readFileSync(file);
    const head = bytes.readUInt32LE();
    const texts = JSON.parse(bytes.subarray(4, 4 + head).toString()) as string[];
    const size = sentenceEncoder().size;
    const values = new Float32Array(Uint8Array.from(bytes.subarray(4 + head)).buffer);
    for (const [i, text] of texts.entries()) known.set(text, values.subarray(i * size, (i + 1) * size));
  }
  return {
    encode(text) {
      const vector = known.get(text) ?? sentenceEncoder().read(text).vector;
      known.set(text, vector);
      return vector;
    },
    save() {
      if (file === undefined) return;
      const head = Buffer.from(JSON.stringify([...known.keys()]));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(head.length);
      const values = [...known.values()].map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength));
      writeFileSync(file, Buffer.concat([length, head, ...values]));
    },
  };
}

type Span = readonly [from: number, to: number] | undefined;

/** Where the clauses are in their text. */
function spansOf(text: string, clauses: readonly Read[]): Span[] {
  let at = 0;
  return clauses.map((clause) => {
    const from = [text.indexOf(clause.text, at), text.indexOf(clause.text)].find((one) => one >= 0);
    if (from === undefined) return undefined;
    at = from;
    return [from, from + clause.text.length];
  });
}

function labelOf(clause: Read, i: number, span: Span, text: LabelledText): Label {
  if (text.source === 'personal' && text.otherwise === undefined)
    return clause.isQuestion ? 0 : i === 0 ? 1 : undefined;
  return lastingIn(span, text) ?? text.otherwise;
}

/** Most of the clause is in a lasting part, or all of that part in it; the part with most of it decides. */
function lastingIn(span: Span, { text, lasting }: LabelledText): Label {
  if (span === undefined) return undefined;
  const [from, to] = span;
  let best: { label: Label; common: number } | undefined;
  for (const { text: part, label } of lasting) {
    const start = text.indexOf(part);
    const common = Math.min(to, start + part.length) - Math.max(from, start);
    const isIn = common >= 0.5 * (to - from) || (common >= 0.9 * part.length && common >= 0.35 * (to - from));
    if (start < 0 || !isIn) continue;
    const isBetter = best === undefined || common > best.common || (label === 1 && best.label !== 1);
    if (isBetter) best = { label, common: Math.max(common, best?.common ?? 0) };
  }
  return best?.label;
}
