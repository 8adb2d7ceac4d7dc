/** Synonyms of the tiny model, one line a meaning. */
const meanings = [
  ['glimber', 'zorbels'],
  ['car', 'automobile', 'drive', 'drives', 'vehicle'],
  ['manager', 'boss', 'supervisor', 'reports'],
  ['dog', 'puppy', 'beagle', 'pet'],
  ['city', 'lisbon', 'lives', 'home'],
];
const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
/** Every word also has a dimension of its own, so that no two texts are equal. */
const ownDirections = 7;
export const tinyDimensions = meanings.length + ownDirections;

/** The words of the tiny model in the order of their ids. */
export const tinyVocabulary = [...special, ...meanings.flat()];

/** A row of numbers for each word: its meaning, and a little of its own. */
function weights(): Float32Array {
  const table = new Float32Array(tinyVocabulary.length * tinyDimensions);
  tinyVocabulary.forEach((word, id) => {
    const row = id * tinyDimensions;
    const meaning = meanings.findIndex((words) => words.includes(word));
    if (meaning >= 0) table[row + meaning] = 1;
    table[row + meanings.length + (id % ownDirections)] = special.includes(word) ? 0.02 : 0.2;
  });
  return table;
}

/**
 * A model in the ONNX format that looks its tokens up in a table, made by hand, with the inputs and output of encoders.
 */
export function tinyModel(): Buffer {
  const table = weights();
  const tensor = Buffer.concat([
    number(1, tinyVocabulary.length),
    number(1, tinyDimensions),
    number(2, float),
    text(8, 'table'),
    bytes(9, Buffer.from(table.buffer)),
  ]);
  const gather = [text(1, 'table'), text(1, 'input_ids'), text(2, 'last_hidden_state'), text(4, 'Gather')];
  const graph = [
    bytes(1, Buffer.concat(gather)),
    text(2, 'tiny'),
    bytes(5, tensor),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => bytes(11, value(name, int64, [1, 2]))),
    bytes(12, value('last_hidden_state', float, [1, 2, tinyDimensions])),
  ];
  const opset = Buffer.concat([text(1, ''), number(2, 13)]);
  return Buffer.concat([number(1, 8), bytes(7, Buffer.concat(graph)), bytes(8, opset)]);
}

/** Types of tensors as the format numbers them. */
const float = 1;
const int64 = 7;

/** An input or output; its first two dimensions are as long as is asked for. */
function value(name: string, type: number, dims: readonly number[]): Buffer {
  const free = ['batch', 'sequence'];
  const shape = dims.map((dim, i) => bytes(1, i < free.length ? text(2, free[i]!) : number(1, dim)));
  const tensor = Buffer.concat([number(1, type), bytes(2, Buffer.concat(shape))]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensor))]);
}

/** Fields of protocol buffers. */
function number(field: number, given: number): Buffer {
  return Buffer.from([...varint(field << 3), ...varint(given)]);
}

function bytes(field: number, given: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(given.length)]), given]);
}

function text(field: number, given: string): Buffer {
  return bytes(field, Buffer.from(given));
}

function varint(given: number): number[] {
  return given < 128 ? [given] : [(given & 127) | 128, ...varint(given >>> 7)];
}
