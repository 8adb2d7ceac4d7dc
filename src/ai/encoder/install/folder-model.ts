import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { encoderFiles, plainReading, type Reading } from '../encoder.ts';
import type { EncoderManifest } from '../manifest.ts';
import { EncoderNotInstalled } from './failure.ts';

/** Where publishers put the model, the smaller files first. */
const modelPaths = [
  'model_quantized.onnx',
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  'model.onnx',
  'onnx/model.onnx',
];
/** Sentence encoders are trained on short texts: longer windows improve nothing, and queries wait for their end. */
const maxWindowLength = 128;
/** Larger vocabularies are multilingual. */
const maxWordsOfOne = 60_000;
/** Words that are single tokens of an English model, as the kinds of tokenizers write them. */
const englishWords = ['because', 'through', 'people'];

/** Models of this family need prefixes that their files leave to their documentation: huggingface.co/intfloat/e5-base. */
const e5 = {
  name: /^(?:multilingual-)?e5-(?:small|base|large)(?:-v2)?$/,
  query: 'query: ',
  text: 'passage: ',
} as const;
/** By the names in files of Sentence Transformers. The root of the length does not change a direction. */
const poolings: ReadonlyMap<string, Reading['pooling']> = new Map([
  ['mean', 'mean'],
  ['mean_sqrt_len', 'mean'],
  ['cls', 'first'],
]);
/** How the files of Sentence Transformers name the prefixes of texts to be found, the first first. */
const namesOfTexts = ['document', 'passage', 'corpus'];

/** A model that the user has brought. */
export type FolderModel = Pick<EncoderManifest, 'name' | 'languages' | keyof Reading> & {
  /** Paths of its files, by their names in the encoder's folder. */
  files: ReadonlyMap<string, string>;
};

/** Finds a model and its data in a folder. EncoderNotInstalled names a missing file. */
export function readFolderModel(folder: string): FolderModel {
  const path = (file: string) => join(folder, file);
  const model = modelPaths.map(path).find(existsSync);
  if (model === undefined) throw new EncoderNotInstalled(`${folder} has no model (${modelPaths[0]} or model.onnx).`);
  if (!existsSync(path(encoderFiles.tokenizer)))
    throw new EncoderNotInstalled(`${folder} has no ${encoderFiles.tokenizer}, by which the model reads texts.`);
  const config = json(path('config.json')) ?? {};
  const published = typeof config._name_or_path === 'string' ? basename(config._name_or_path) : '';
  const own = basename(resolve(folder));
  const tokenizerConfig = path(encoderFiles.tokenizerConfig);
  return {
    name: (published || own).slice(0, 200),
    pooling: poolingOf(folder, json(path('1_Pooling/config.json')), json(path('modules.json'))),
    prefixes: prefixesOf(json(path('config_sentence_transformers.json')) ?? {}, [published, own]),
    maxTokens: longestOf(config, json(tokenizerConfig) ?? {}, json(path('sentence_bert_config.json')) ?? {}),
    languages: languagesOf(json(path(encoderFiles.tokenizer)) ?? {}),
    files: new Map([
      [encoderFiles.model, model],
      [encoderFiles.tokenizer, path(encoderFiles.tokenizer)],
      ...(existsSync(tokenizerConfig) ? [[encoderFiles.tokenizerConfig, tokenizerConfig] as const] : []),
    ]),
  };
}

type Json = Record<string, unknown>;

/**
 * The pooling that the files of Sentence Transformers name; without them the mean. EncoderNotInstalled for another one,
 * and for layers behind it.
 */
function poolingOf(folder: string, config: Json | undefined, modules: unknown): Reading['pooling'] {
  const layers = Array.isArray(modules)
    ? modules.map((one) =>
        String((one as Json | null)?.type)
          .split('.')
          .at(-1),
      )
    : [];
  const further = layers.find((layer) => !['Transformer', 'Pooling', 'Normalize'].includes(layer!));
  if (further !== undefined)
    throw new EncoderNotInstalled(
      `The model in ${folder} has a layer ${further} behind its tokens, which this has not.`,
    );
  if (config === undefined) return plainReading.pooling;
  const flags = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  const modes = typeof config.pooling_mode === 'string' ? [config.pooling_mode] : flags.map(modeOf);
  const pooling = modes.length === 1 ? poolings.get(modes[0]!) : undefined;
  if (pooling === undefined)
    throw new EncoderNotInstalled(
      `The model in ${folder} makes its vector of the tokens by ${modes.join(' and ') || 'no known way'}; this takes their mean or the first one (cls).`,
    );
  if (config.include_prompt === false)
    throw new EncoderNotInstalled(`The model in ${folder} leaves its prefix out of its vector, which this can't.`);
  return pooling;
}

function modeOf(flag: string): string {
  return flag.replace(/^pooling_mode_/, '').replace(/_tokens?$/, '');
}

/** The prefixes of its `prompts`; a model that names none may be of a family that needs some. */
function prefixesOf({ prompts, default_prompt_name: usual }: Json, names: readonly string[]): Reading['prefixes'] {
  const given = (typeof prompts === 'object' && prompts !== null ? prompts : {}) as Json;
  const promptOf = (wanted: readonly string[]) => {
    const found = [...wanted, String(usual)].map((name) => given[name] ?? given[`retrieval.${name}`]);
    return found.find((prompt) => typeof prompt === 'string');
  };
  const [query, text] = [promptOf(['query']), promptOf(namesOfTexts)];
  if (query === undefined && text === undefined && names.some((name) => e5.name.test(name)))
    return { query: e5.query, text: e5.text };
  return { query: query ?? '', text: text ?? '' };
}

function longestOf(config: Json, tokenizer: Json, sentences: Json): number {
  const given = [sentences.max_seq_length, tokenizer.model_max_length, config.max_position_embeddings, maxWindowLength];
  const lengths = given.filter((one): one is number => typeof one === 'number' && one >= 8);
  return Math.floor(Math.min(...lengths));
}

/** Vocabularies are a table of words to ids, or a list of words with their weights. */
function languagesOf({ model }: Json): EncoderManifest['languages'] {
  const vocabulary = (model as Json | undefined)?.vocab;
  const words = Array.isArray(vocabulary)
    ? vocabulary.map((one: unknown) => String(Array.isArray(one) ? one[0] : one))
    : Object.keys((vocabulary as Json | undefined) ?? {});
  const known = new Set(words);
  const knowsEnglish = englishWords.every((word) => ['', '▁', 'Ġ'].some((mark) => known.has(mark + word)));
  return words.length <= maxWordsOfOne && knowsEnglish ? 'english' : 'many';
}

function json(path: string): Json | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Json;
  } catch {
    throw new EncoderNotInstalled(`${path} is no JSON.`);
  }
}
