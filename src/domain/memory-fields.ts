import type { MemoryValues } from './memory.ts';

/** The type of a column in PostgreSQL. */
type ColumnType = 'text' | 'uuid' | 'bigint' | 'smallint' | 'float8' | 'int';

interface MemoryField {
  /** In `memories`. */
  column: string;
  type: ColumnType;
  /**
   * Changes set it: `revisions` has it too, exchanges carry it whenever it changes, and reverting and undoing restore it.
   * The other fields are of the memory itself, and come with its first revision.
   */
  changes?: true;
  /** It is null where a memory has none. */
  isOptional?: true;
  /** Its column in `revisions`, if that has another name. */
  revised?: string;
  /** Messages between replicas leave this value out. */
  usual?: unknown;
  /** Copies in another character do not have it. */
  isOfCharacter?: true;
  /** Replicas do not exchange it. */
  isLocal?: true;
  /** What imports stage does not have it. */
  isUnstaged?: true;
}

/** The fields that callers and replicas give a memory: what stores, exchanges, copies and undoes them reads this table. */
export const memoryFields = {
  content: { column: 'content', type: 'text', changes: true },
  category: { column: 'category_no', type: 'int', changes: true, revised: 'category' },
  salience: { column: 'salience', type: 'float8', changes: true, usual: 0.5 },
  importance: { column: 'importance', type: 'text', changes: true, usual: 'NORMAL' },
  validUntil: { column: 'valid_until', type: 'bigint', changes: true, isOptional: true },
  supersededBy: { column: 'superseded_by', type: 'uuid', changes: true, isOptional: true, isOfCharacter: true },
  tags: { column: 'tags', type: 'text', changes: true, isOptional: true },
  metadata: { column: 'metadata', type: 'text', changes: true, isOptional: true },
  source: { column: 'source_kind', type: 'text', usual: 'direct' },
  fileId: { column: 'source_file', type: 'text', isOfCharacter: true, isLocal: true },
  sessionId: { column: 'session_id', type: 'text' },
  occurredAt: { column: 'occurred_at', type: 'bigint' },
  said: { column: 'said', type: 'smallint', usual: false, isUnstaged: true },
} as const satisfies Record<string, MemoryField>;

type Fields = typeof memoryFields;
export type FieldName = keyof Fields;
/** The fields that changes set. */
export type ChangingField = {
  [Name in FieldName]: Fields[Name] extends { changes: true } ? Name : never;
}[FieldName];

/** Those of them that a memory may lack. */
type OptionalField = {
  [Name in FieldName]: Fields[Name] extends { isOptional: true } ? Name : never;
}[FieldName];
type OptionalValues = { readonly [Name in OptionalField]?: MemoryValues[Name] | undefined };
/** The columns of `memories` for them. */
export type OptionalRow = { [Name in OptionalField as Fields[Name]['column']]: MemoryValues[Name] };

/** The columns of `revisions` for the fields that changes set. */
export type RevisedRow = {
  [Name in ChangingField as Fields[Name] extends { revised: infer Column extends string }
    ? Column
    : Fields[Name]['column']]: MemoryValues[Name];
};

const all = Object.entries(memoryFields) as [FieldName, MemoryField][];

/** The names of the fields that changes set. */
export const changingFields = all.flatMap(([name, { changes }]) => (changes ? [name] : [])) as ChangingField[];

/** Those of them that older programs do not know: they ignore them, and a memory may have none. */
export const optionalFields: ReadonlySet<string> = new Set(
  all.flatMap(([name, { isOptional }]) => (isOptional ? [name] : [])),
);
const optional = all.filter(([name]) => optionalFields.has(name)) as [OptionalField, MemoryField][];

/** The optional values of a record that has them among others. */
export function optionalValues(record: OptionalValues): OptionalValues {
  return Object.fromEntries(optional.map(([name]) => [name, record[name]]));
}

/** The optional values of a row of `memories`. */
export function optionalValuesOf(row: OptionalRow): Pick<MemoryValues, OptionalField> {
  const of = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(optional.map(([name, { column }]) => [name, of[column]])) as never;
}

/** The columns of `memories` for the optional values of a new memory. */
export function optionalRow(memory: OptionalValues): OptionalRow {
  return Object.fromEntries(optional.map(([name, { column }]) => [column, memory[name] ?? null])) as never;
}

/** The values that messages between replicas leave out. */
export const usualValues: Readonly<Record<string, unknown>> = Object.fromEntries(
  all.flatMap(([name, { usual }]) => (usual === undefined ? [] : [[name, usual]])),
);

/** The names of the fields in messages between replicas; files are not exchanged. */
export const sentFields: ReadonlySet<string> = new Set(all.flatMap(([name, { isLocal }]) => (isLocal ? [] : [name])));

/** The values that changes set, of a record that has them among others. */
export function changingValues(record: Readonly<MemoryValues>): MemoryValues {
  return Object.fromEntries(changingFields.map((name) => [name, record[name]])) as unknown as MemoryValues;
}

/** Whether two records have the same values. */
export function haveSameValues(one: Readonly<MemoryValues>, other: Readonly<MemoryValues>): boolean {
  return changingFields.every((name) => one[name] === other[name]);
}

/** The columns of `memories` for the fields that a choice takes, in the order of the table. */
export function columnsWhere(isWanted: (field: MemoryField) => boolean): string[] {
  return all.flatMap(([, field]) => (isWanted(field) ? [field.column] : []));
}

/** The columns of `revisions` for the fields that changes set, by field. */
export const revisedColumns = all.flatMap(([name, { changes, column, revised = column }]) =>
  changes ? [{ field: name as ChangingField, column: revised as keyof RevisedRow, ofMemory: column }] : [],
);

/** The type in PostgreSQL of a field's column, in `memories` or `revisions`. */
export function columnType(column: string): ColumnType {
  const found = all.find(([, field]) => field.column === column || field.revised === column)?.[1];
  if (!found) throw new Error(`no field of a memory has the column ${column}`);
  return found.revised === column ? 'text' : found.type;
}
