import { ServiceError } from '../domain/errors.ts';
import { storable } from '../domain/storable.ts';
import { unknownField } from '../domain/unknown-field.ts';
import { validated } from '../domain/validation.ts';
import type { Context } from '../service/context.ts';
import { fieldsAsMeant } from './meaning.ts';
import type { Operation } from './operation.ts';

/** A caller's input, and the result of the operation's schema. */
interface Input {
  given: Record<string, unknown>;
  input: Record<string, unknown>;
  /** The call named no character, so the default one was filled in. */
  isUnnamed?: boolean;
}

/**
 * Parses a caller's input for an operation: first refuses unknown fields, then checks the bounds, reads what a model
 * meant, and validates each field.
 * @throws ServiceError as `storable` and `validated`
 */
export function readInput(context: Context, operation: Operation, raw: unknown): Input {
  const { input, maxInput, documents } = operation;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { given: {}, input: validated(input, raw) };
  const withinBounds = (value: object) => storable(value, { size: maxInput, documents }) as Input['given'];
  requireKnownFields(operation, raw);
  const known = withinBounds(raw);
  const chosen = context.isModel ? withinBounds(meantInput(operation, known)) : known;
  const given = fillDefaultCharacter(context, operation, chosen);
  const checked = validated(input, given);
  requireChoice(operation, checked);
  return { given, input: checked, isUnnamed: given !== chosen };
}

/**
 * As `fieldsAsMeant`, but an empty content that is a change, and the empty fields of a required choice stay, so that
 * their rule reports them.
 */
function meantInput({ input, either = [], changes = [] }: Operation, known: Input['given']): Input['given'] {
  const meant = fieldsAsMeant(input.shape, known);
  const isChosen = either.flatMap(({ all }) => all).some((field) => meant[field] !== undefined);
  const kept = [...changes.filter((field) => field === 'content'), ...(isChosen ? [] : (either[0]?.all ?? []))];
  const empty = kept.filter((field) => known[field] === '');
  return { ...meant, ...Object.fromEntries(empty.map((field) => [field, ''])) };
}

/** InvalidInput when a call lacks a required choice of fields, or has fields of two groups. */
function requireChoice({ changes, either = [] }: Operation, input: Record<string, unknown>): void {
  const isGiven = (field: string) => input[field] !== undefined;
  if (changes && !changes.some(isGiven)) {
    throw new ServiceError('InvalidInput', 'Nothing to change: give at least one field.');
  }
  const chosen = either.filter(({ all, more = [] }) => [...all, ...more].some(isGiven));
  if (chosen.length > 1) {
    const groups = either.map(({ all }) => all.join(' and '));
    throw new ServiceError('InvalidInput', `Give either ${groups.join(' or ')}.`);
  }
  const missing = (chosen[0] ?? either[0])?.all.find((field) => !isGiven(field));
  if (missing !== undefined) throw new ServiceError('InvalidInput', `${missing} is required.`);
}

/** Were a misspelt filter ignored, the answer would have everything. */
function requireKnownFields({ input }: Operation, raw: object): void {
  for (const name in raw) {
    if (!Object.hasOwn(input.shape, name)) throw unknownField(name, Object.keys(input.shape));
  }
}

/** Puts the server's default character where a call names neither one nor several. */
function fillDefaultCharacter(
  { defaultCharacter, isModel }: Context,
  { input }: Operation,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (defaultCharacter === undefined || !Object.hasOwn(input.shape, 'characterId')) return given;
  const { characterId: one, characterIds: several } = given;
  const isFilledIn = isModel && (one === null || one === '');
  const isNamed = (one !== undefined && !isFilledIn) || several !== undefined;
  return isNamed ? given : { ...given, characterId: defaultCharacter };
}
