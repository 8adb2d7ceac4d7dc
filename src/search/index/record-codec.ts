/** Records of numbers, or of some numbers together. */
type Values<Fields> = { readonly [Field in keyof Fields]: number | Int32Array };

/** A layout of records as 32-bit integers. */
export interface Layout<Field extends string> {
  readonly version: number;
  /** Each field with how many integers it has. */
  readonly fields: readonly (readonly [field: Field, width: number])[];
  /** `columns`: field after field, each of all records. Otherwise record after record, each with all its fields. */
  readonly inColumns: boolean;
}

/** Packs records of integers in the newest layout, and reads any layout. */
export interface RecordCodec<Fields extends Values<Fields>> {
  /** Packs records, appended to earlier ones if given. */
  pack(records: readonly Fields[], before?: Uint8Array): Uint8Array;
  unpack(packed: Uint8Array): Fields[];
  /** How many records there are. */
  count(packed: Uint8Array): number;
  /** A field of all records. Must not be changed: it may be a view of the packed bytes. */
  column(packed: Uint8Array, field: keyof Fields): Int32Array;
  /** The same records but for one field of them all, packed. */
  withColumn(packed: Uint8Array, field: keyof Fields, values: Int32Array): Uint8Array;
}

/**
 * The codec of some layouts, oldest first. It writes the last layout, in columns and little endian. Records of version
 * 1 have no head; later ones begin with the version, negated (version 1's first field is never negative). A field that
 * an older layout lacks reads as 0. An unknown version is an Error.
 */
export function recordCodec<Fields extends Values<Fields>>(
  layouts: readonly [...Layout<string>[], Layout<keyof Fields & string>],
): RecordCodec<Fields> {
  type Field = keyof Fields & string;
  const newest = layouts.at(-1) as Layout<Field>;
  const newestSize = sizeOf(newest);

  /** The layout of packed records, and their integers. */
  function open(packed: Uint8Array): { layout: Layout<string>; words: Int32Array; count: number } {
    const words = asIntegers(packed);
    const head = words[0] ?? 0;
    const version = head < 0 ? -head : 1;
    const layout = layouts.find((one) => one.version === version);
    if (layout === undefined) throw new Error(`The search index holds records of the unknown version ${version}.`);
    const records = words.subarray(headOf(layout));
    return { layout, words: records, count: records.length / sizeOf(layout) };
  }

  function column(packed: Uint8Array, wanted: Field): Int32Array {
    const { layout, words, count } = open(packed);
    const { at, width } = placeOf(layout, wanted);
    if (layout.inColumns && at >= 0) return words.subarray(at * count, (at + width) * count);
    const values = new Int32Array(width * count);
    if (at < 0) return values;
    const size = sizeOf(layout);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < width; j++) values[i * width + j] = words[i * size + at + j]!;
    }
    return values;
  }

  /** Where a field begins within a record, -1 where a layout lacks it, and its width. */
  function placeOf(layout: Layout<string>, wanted: Field): { at: number; width: number } {
    let at = 0;
    for (const [field, width] of layout.fields) {
      if (field === wanted) return { at, width };
      at += width;
    }
    return { at: -1, width: newest.fields.find(([field]) => field === wanted)![1] };
  }

  /** Packs records of the newest layout; `fill` writes their fields. */
  function packed(count: number, fill: (column: Int32Array, field: Field, width: number) => void): Uint8Array {
    const head = headOf(newest);
    const words = new Int32Array(head + count * newestSize);
    if (head > 0) words[0] = -newest.version;
    let at = head;
    for (const [field, width] of newest.fields) {
      fill(words.subarray(at, at + width * count), field, width);
      at += width * count;
    }
    return new Uint8Array(words.buffer);
  }

  return {
    count: (bytes) => open(bytes).count,
    column,
    pack(records, before) {
      const first = before === undefined ? 0 : open(before).count;
      return packed(first + records.length, (values, field, width) => {
        if (before !== undefined) values.set(column(before, field));
        let at = first * width;
        for (const { [field]: value } of records) {
          if (typeof value === 'number') values[at] = value;
          else values.set(value as Int32Array, at);
          at += width;
        }
      });
    },
    withColumn: (bytes, changed, to) =>
      packed(open(bytes).count, (values, field) => values.set(field === changed ? to : column(bytes, field))),
    unpack(bytes) {
      const columns = newest.fields.map(([field, width]) => ({ field, width, values: column(bytes, field) }));
      return Array.from({ length: open(bytes).count }, (_, i) => {
        const record = columns.map(({ field, width, values }) => [
          field,
          width === 1 ? values[i]! : values.slice(i * width, (i + 1) * width),
        ]);
        return Object.fromEntries(record) as Fields;
      });
    },
  };
}

function headOf({ version }: Layout<string>): number {
  return version === 1 ? 0 : 1;
}

function sizeOf({ fields }: Layout<string>): number {
  return fields.reduce((sum, [, width]) => sum + width, 0);
}

/** A view where the bytes' place in memory allows it, else a copy. */
function asIntegers(packed: Uint8Array): Int32Array {
  const bytes = packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed);
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
