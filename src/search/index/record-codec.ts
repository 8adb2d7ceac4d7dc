/** One way in which records were written: 32-bit integers, field by field, record after record. */
export interface Layout<Field extends string> {
  readonly version: number;
  readonly fields: readonly Field[];
}

/** Packs records of some integers, and reads what any of its layouts has packed. */
export interface RecordCodec<Field extends string> {
  /** From one record to the next, and from a record's start to each field, in what `integers` gives. */
  readonly stride: number;
  readonly offset: Readonly<Record<Field, number>>;
  /** Packs records, behind those that were packed before if there are some. */
  pack(records: readonly Readonly<Record<Field, number>>[], before?: Uint8Array): Uint8Array;
  unpack(packed: Uint8Array): Record<Field, number>[];
  /** How many records there are. */
  count(packed: Uint8Array): number;
  /** The records in the newest layout; not to be changed, because it is the packed bytes themselves where that can be. */
  integers(packed: Uint8Array): Int32Array;
  /** Packs what `integers` gave, as it was or changed. */
  packIntegers(words: Int32Array): Uint8Array;
}

/**
 * The codec of some layouts, oldest first: it writes the last. Records of version 1 stand alone; those of a later
 * version follow one integer, the version negated, which no record of version 1 begins with as long as its first field
 * is never negative. A field that an older layout lacks reads as 0. The byte order is that of every machine Node runs
 * on: little endian.
 * `integers`, `unpack` and `count` throw an Error for a version that is not among the layouts.
 */
export function recordCodec<Field extends string>(
  layouts: readonly [Layout<Field>, ...Layout<Field>[]],
): RecordCodec<Field> {
  const newest = layouts.at(-1)!;
  const stride = newest.fields.length;
  const offset = Object.fromEntries(newest.fields.map((field, i) => [field, i])) as Record<Field, number>;

  /** The layout of packed records and where they begin, in integers. */
  function open(packed: Uint8Array): { layout: Layout<Field>; first: number } {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const head = packed.byteLength === 0 ? 0 : view.getInt32(0, true);
    const version = head < 0 ? -head : 1;
    const layout = layouts.find((one) => one.version === version);
    if (layout === undefined) throw new Error(`The search index holds records of the unknown version ${version}.`);
    return { layout, first: headOf(layout) };
  }

  function integers(packed: Uint8Array): Int32Array {
    const { layout, first } = open(packed);
    const records = asIntegers(first === 0 ? packed : packed.subarray(4 * first));
    return layout === newest ? records : converted(records, layout, newest);
  }

  return {
    stride,
    offset,
    integers,
    count(packed) {
      const { layout, first } = open(packed);
      return (packed.byteLength / 4 - first) / layout.fields.length;
    },
    pack(records, before) {
      const head = headOf(newest);
      const behind = before === undefined ? NO_INTEGERS : integers(before);
      const words = new Int32Array(head + behind.length + records.length * stride);
      if (head > 0) words[0] = -newest.version;
      words.set(behind, head);
      let at = head + behind.length;
      for (const record of records) for (const field of newest.fields) words[at++] = record[field];
      return new Uint8Array(words.buffer);
    },
    packIntegers(words) {
      const first = headOf(newest);
      const packed = new Int32Array(first + words.length);
      if (first > 0) packed[0] = -newest.version;
      packed.set(words, first);
      return new Uint8Array(packed.buffer);
    },
    unpack(packed) {
      const words = integers(packed);
      const records: Record<Field, number>[] = [];
      for (let at = 0; at < words.length; ) {
        const record = {} as Record<Field, number>;
        for (const field of newest.fields) record[field] = words[at++]!;
        records.push(record);
      }
      return records;
    },
  };
}

const NO_INTEGERS = new Int32Array(0);

function headOf({ version }: Layout<string>): number {
  return version === 1 ? 0 : 1;
}

function converted<Field extends string>(records: Int32Array, from: Layout<Field>, to: Layout<Field>): Int32Array {
  const count = records.length / from.fields.length;
  const words = new Int32Array(count * to.fields.length);
  to.fields.forEach((field, f) => {
    const at = from.fields.indexOf(field);
    if (at < 0) return;
    for (let i = 0; i < count; i++) words[i * to.fields.length + f] = records[i * from.fields.length + at]!;
  });
  return words;
}

/** A view where the bytes' place in memory allows it, else a copy. */
function asIntegers(packed: Uint8Array): Int32Array {
  const bytes = packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed);
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
