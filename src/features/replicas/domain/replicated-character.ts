import * as z from 'zod';
import { type Category, categoryFields, categoryName, type NewCategory } from '../../../domain/category.ts';
import {
  type Alias,
  alias as aliasSchema,
  type Character,
  emptyProfile,
  type Profile,
  profileFields,
  tags,
  wholeAgentConfig,
} from '../../../domain/character.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { maxIdentities, portableIdentity } from '../../../domain/project-rules.ts';
import { storable } from '../../../domain/storable.ts';
import { foldCase, text } from '../../../domain/text.ts';

// The replicated parts of a character other than memories: fields by name, so that both sides merge by field.

/** Fields as the other side gives them: `validFields` reads each by itself. */
export const givenFields = z.record(z.string().min(1).max(500), z.unknown());
type GivenFields = Readonly<z.output<typeof givenFields>>;
export type CharacterFields = Record<string, z.infer<ReturnType<typeof z.json>>>;

const category = 'category ';
const alias = 'alias ';
const custom = 'custom ';
/** An identity of the project, or of the person, whose memory it is. They are only added, and only the owner's machines exchange them. */
const identity = 'identity ';
const profileParts = ['systemPrompt', 'personality', 'background', 'rules', 'personalData', 'agentConfig'] as const;

/** The rules of update_profile, set_tags, set_aliases, update_agent_config and add_category. */
const schemas: Readonly<Record<'tags' | (typeof profileParts)[number], z.ZodType>> = {
  tags,
  ...{ systemPrompt: profileFields.systemPrompt, personality: profileFields.personality },
  ...{ background: profileFields.background, rules: profileFields.rules, agentConfig: wholeAgentConfig },
  personalData: profileFields.personalData,
};
const customName = text(limits.customFieldName, 1).refine((name) => name !== '__proto__', 'is no name of a field');
const ofProject = z.record(z.string().regex(portableIdentity), z.literal(true));
const sharedCategory = z.object({ name: categoryName, ...categoryFields });
/** UTF-16 units of one field. */
const maxField = 400_000;

/** The valid ones of the fields that the other side gives, and what is wrong with the others. */
export function validFields(given: GivenFields): { fields: CharacterFields; faults: string[] } {
  const faults: string[] = [];
  const valid = Object.entries(given).flatMap(([name, value]) => {
    try {
      return [[name, validField(name, value)]];
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof z.ZodError)) throw error;
      faults.push(error instanceof ServiceError ? error.message : `${name}: ${z.prettifyError(error)}`);
      return [];
    }
  });
  return { fields: Object.fromEntries(valid) as CharacterFields, faults };
}

/** ServiceError, ZodError. */
function validField(name: string, given: unknown): unknown {
  const { [name]: value } = storable({ [name]: given }, { size: maxField }) as GivenFields;
  if (name.startsWith(custom)) customName.parse(name.slice(custom.length));
  if (name.startsWith(identity)) return ofProject.parse({ [name.slice(identity.length)]: value }) && true;
  if (value === null) return null;
  if (name.startsWith(custom)) return text(limits.customField).parse(value);
  if (name.startsWith(alias)) return named(name, alias, aliasSchema.parse(value), ({ alias: one }) => one);
  if (name.startsWith(category)) return named(name, category, sharedCategory.parse(value), (one) => one.name);
  if (!Object.hasOwn(schemas, name)) throw new ServiceError('InvalidInput', `No character has a field "${name}".`);
  return schemas[name as keyof typeof schemas].parse(value);
}

/** The value, if the field’s name is the prefix and the value’s own name, case folded. InvalidInput. */
function named<Value>(field: string, prefix: string, value: Value, nameOf: (value: Value) => string): Value {
  if (field === prefix + foldCase(nameOf(value))) return value;
  throw new ServiceError('InvalidInput', `The field "${field}" holds something of another name.`);
}

/** The fields of a character. Empty ones are absent. */
export function fieldsOf(
  { tags: labels, aliases, profile }: Pick<Character, 'tags' | 'aliases' | 'profile'>,
  categories: readonly SharedCategory[],
  identities: readonly string[] = [],
): CharacterFields {
  const parts = profileParts.map((part) => [part, profile[part]]);
  const fields = Object.fromEntries([
    ['tags', labels.toSorted()],
    ...parts,
    ...Object.entries(profile.customFields).map(([name, value]) => [custom + name, value]),
    ...aliases.map((one) => [alias + foldCase(one.alias), one]),
    ...categories.map(({ name, description, importance, hints }) => [
      category + foldCase(name),
      { name, description, importance, hints },
    ]),
    ...identities.slice(0, maxIdentities).map((one) => [identity + one, true]),
  ]);
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value));
  return JSON.parse(JSON.stringify(Object.fromEntries(shown))) as CharacterFields;
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);

/** The difference from one to the other; null removes a field, but no identity. */
export function fieldChanges(from: CharacterFields, to: CharacterFields): CharacterFields {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted();
  const isLost = (name: string) => name.startsWith(identity) && !(name in to);
  const changed = names.filter((name) => canonical(from[name]) !== canonical(to[name]) && !isLost(name));
  return Object.fromEntries(changed.map((name) => [name, to[name] ?? null]));
}

/** The first fields up to the size limit, at least one. The next exchange sends the others. */
export function fieldsWithin(changes: CharacterFields, room: number): CharacterFields {
  let length = 0;
  const first = Object.entries(changes).filter(([name, value], i) => {
    length += name.length + canonical(value).length;
    return i === 0 || length <= room;
  });
  return Object.fromEntries(first);
}

export function withChanges(fields: CharacterFields, changes: CharacterFields): CharacterFields {
  return Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== null));
}

/** Equal for equal values, independent of the order of their keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** The identities among fields. */
export function identitiesIn(fields: CharacterFields): string[] {
  return Object.keys(fields).flatMap((name) => (name.startsWith(identity) ? [name.slice(identity.length)] : []));
}

/** The changes of the profile, tags and aliases, without what exceeds a limit; undefined without any. */
export function detailsAfter(
  current: Pick<Character, 'tags' | 'aliases' | 'profile'>,
  changes: CharacterFields,
): { tags?: string[]; aliases?: Alias[]; profile?: Profile } | undefined {
  const names = Object.keys(changes).filter((name) => !name.startsWith(category) && !name.startsWith(identity));
  if (names.length === 0) return undefined;
  const fields = withChanges(fieldsOf(current, []), changes);
  const of = (prefix: string) => Object.entries(fields).filter(([name]) => name.startsWith(prefix));
  const profile = Object.fromEntries(profileParts.flatMap((part) => (part in fields ? [[part, fields[part]]] : [])));
  const customs = of(custom).map(([name, value]) => [name.slice(custom.length), value]);
  const customFields = Object.fromEntries(customs.slice(0, limits.customFields));
  return {
    tags: (fields.tags ?? []) as string[],
    aliases: of(alias)
      .map(([, value]) => value as Alias)
      .slice(0, limits.aliases),
    profile: { ...emptyProfile, ...profile, customFields } as Profile,
  };
}

type SharedCategory = Omit<NewCategory, 'isDefault'>;

/** One step of the changes of categories. */
export type CategoryStep =
  | { kind: 'add'; category: SharedCategory }
  | { kind: 'change'; name: string; category: SharedCategory }
  | { kind: 'remove'; name: string };

/** A removed category and an added one with the same properties count as a renaming. */
export function categorySteps(current: readonly Category[], changes: CharacterFields): CategoryStep[] {
  const given = Object.entries(changes).filter(([name]) => name.startsWith(category));
  const known = new Map(current.map((one) => [category + foldCase(one.name), one]));
  const removed = given.flatMap(([name, value]) => (value === null ? [known.get(name) ?? []].flat() : []));
  const steps = given.flatMap(([name, value]): CategoryStep[] => {
    if (value === null) return [];
    const wanted = value as unknown as SharedCategory;
    const same = known.get(name);
    if (same) return [{ kind: 'change', name: same.name, category: wanted }];
    const renamed = removed.findIndex((one) => particulars(one) === particulars(wanted));
    if (renamed >= 0)
      return removed.splice(renamed, 1).map(({ name: old }) => ({ kind: 'change', name: old, category: wanted }));
    return [{ kind: 'add', category: wanted }];
  });
  return [
    ...steps,
    ...removed.filter(({ isDefault }) => !isDefault).map(({ name }): CategoryStep => ({ kind: 'remove', name })),
  ];
}

const particulars = ({ description, importance, hints }: SharedCategory) =>
  canonical({ description, importance, hints });
