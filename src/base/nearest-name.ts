import { distance } from './edit-distance.ts';

/** Longer than every name; a longer name is no misspelt one. */
const maxName = 64;

/** The known name with the fewest edits, at most a third of its letters; case, hyphens and underscores do not count. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxName) return undefined;
  const letters = (text: string) => text.replaceAll(/[_-]/g, '').toLowerCase();
  const edits = known.map((one) => {
    const most = Math.floor(letters(one).length / 3);
    return { one, edits: distance(letters(name), letters(one), most), most };
  });
  const near = edits.filter((each) => each.edits <= each.most).sort((a, b) => a.edits - b.edits);
  return near[0]?.one;
}
