import { nearestName } from '../base/nearest-name.ts';
import { ServiceError } from './errors.ts';
import { fieldName } from './storable.ts';

/** InvalidInput for a field that an operation does not take, with the nearest of those that it takes, or with all. */
export function unknownField(name: string, known: readonly string[]): ServiceError {
  const given = fieldName([name]);
  const near = nearestName(name, known);
  const hint = near === undefined ? `It takes ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  return new ServiceError('InvalidInput', `${given} is not an argument of this operation. ${hint}`);
}
