import { ServiceError } from '../domain/errors.ts';
import { fieldName, storable } from '../domain/storable.ts';
import { validated } from '../domain/validation.ts';
import type { Context } from '../service/context.ts';
import type { Operation } from './operation.ts';

/**
 * The input of an operation from what a caller sent. Fields that the operation does not know go first (refused where
 * the caller is strict), so that nothing walks them; then the bounds; then the rules of each field.
 * @throws ServiceError as `storable` and `validated`
 */
export function readInput(context: Context, operation: Operation, raw: unknown): Record<string, unknown> {
  const { input, maxInput, documents } = operation;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return validated(input, raw);
  const known = fillDefaultCharacter(context, operation, knownFields(context, operation, raw));
  return validated(input, storable(known, { size: maxInput, documents }));
}

function knownFields({ strict }: Context, { input }: Operation, raw: object): Record<string, unknown> {
  if (strict) {
    for (const name in raw) {
      if (Object.hasOwn(input.shape, name)) continue;
      throw new ServiceError('InvalidInput', `${fieldName([name])} is not an argument of this operation.`);
    }
  }
  const known = Object.keys(input.shape).filter((name) => Object.hasOwn(raw, name));
  return Object.fromEntries(known.map((name) => [name, (raw as Record<string, unknown>)[name]]));
}

/** Puts the server's default character where a call names neither one nor several. */
function fillDefaultCharacter(
  { defaultCharacter }: Context,
  { input }: Operation,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (defaultCharacter === undefined || !Object.hasOwn(input.shape, 'characterId')) return given;
  const isNamed = given.characterId !== undefined || given.characterIds !== undefined;
  return isNamed ? given : { ...given, characterId: defaultCharacter };
}
