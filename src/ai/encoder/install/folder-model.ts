import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { encoderFiles } from '../encoder.ts';
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

/** A model that the user has brought. */
export type FolderModel = Pick<EncoderManifest, 'name' | 'maxTokens' | 'languages'> & {
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
  const pooling = json(path('1_Pooling/config.json'));
  if (pooling && pooling.pooling_mode_mean_tokens === false)
    throw new EncoderNotInstalled(`The model in ${folder} does not take the mean of its tokens, which this needs.`);
  const config = json(path('config.json')) ?? {};
  const published = typeof config._name_or_path === 'string' ? basename(config._name_or_path) : '';
  const tokenizerConfig = path(encoderFiles.tokenizerConfig);
  return {
    name: (published || basename(resolve(folder))).slice(0, 200),
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
