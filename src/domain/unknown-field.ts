import { distance } from '../base/edit-distance.ts';
import { ServiceError } from './errors.ts';
import { fieldName } from './storable.ts';

/** InvalidInput for a field that an operation does not take, with the nearest of those that it takes, or with all. */
export function unknownField(name: string, known: readonly string[]): ServiceError {
  const given = fieldName([name]);
  const near = nearestName(name, known);
  const hint = near === undefined ? `It takes ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  return new ServiceError('InvalidInput', `${given} is not an argument of this operation. ${hint}`);
}

/** Longer than every field; a longer name is no misspelt one. */
const maxName = 64;

/** The known name with the fewest edits, at most a third of its letters; case and underscores do not count. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxName) return undefined;
  const letters = (text: string) => text.replaceAll(/[_-]/g, '').toLowerCase();
  const edits = known.map((one) => {
    const most = Math.floor(letters(one).length / 3);
    return { one, edits: distance(letters(name), letters(one), most), most };
  });
  const near = edits.filter((each) => each.edits <= each.most).sort((a, b) => a.edits - b.edits);
  return near[0]?.one;
}
