// Replaces onnxruntime-node, whose native files no test downloads: runs only the tiny model.
'use strict';
const { readFileSync } = require('node:fs');

/** The fields of a protocol buffer, as [number, value]. */
function fieldsOf(buffer) {
  const fields = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = buffer[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < buffer.length) {
    const key = varint();
    const value = varint();
    if ((key & 7) === 2) {
      fields.push([key >>> 3, buffer.subarray(at, at + value)]);
      at += value;
    } else fields.push([key >>> 3, value]);
  }
  return fields;
}

const field = (buffer, number) => fieldsOf(buffer).find(([key]) => key === number)?.[1];

class Tensor {
  constructor(type, data, dims) {
    Object.assign(this, { type, data, dims });
  }
}

const InferenceSession = {
  async create(path) {
    const graph = field(readFileSync(path), 7);
    if (graph === undefined) throw new Error('protobuf parsing failed');
    const table = field(graph, 5);
    const dimensions = fieldsOf(table).filter(([key]) => key === 1)[1][1];
    const raw = Uint8Array.from(field(table, 9));
    const weights = new Float32Array(raw.buffer);
    return {
      inputNames: ['input_ids', 'attention_mask', 'token_type_ids'],
      outputNames: ['last_hidden_state'],
      async run({ input_ids: { data, dims } }) {
        const rows = [...data].map((id) => weights.subarray(Number(id) * dimensions, (Number(id) + 1) * dimensions));
        const states = new Float32Array(rows.length * dimensions);
        for (const [i, row] of rows.entries()) states.set(row, i * dimensions);
        return { last_hidden_state: { data: states, dims: [...dims, dimensions] } };
      },
    };
  },
};

module.exports = { InferenceSession, Tensor };
