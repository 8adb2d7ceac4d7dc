import { profileOf } from '../../search/judge/profile.ts';
import { changesState, statesIn } from '../../search/judge/states.ts';
import { namesNoProject, privateIn } from '../../text/about/about.ts';
import { namesIn } from '../../text/names.ts';
import { splitSentences } from '../../text/sentences.ts';
import type { ReadingContext } from '../context.ts';
import { isFunctionWord } from '../names/function-words.ts';
import { shareName } from '../names/shared-names.ts';
import { placeOf } from '../placed.ts';
import { findSimilar } from '../retrieval/nearest.ts';

const maxFound = 12;
const isOfSomebody = (kind: string) => kind.startsWith('their ');

/**
 * Whether a statement of a project is about somebody in the user's own memory. Either it changes where that person lives
 * ("Yuki moved to Hamburg"), or it begins with a relative or a pet that the project does not know.
 */
export async function isOfOwnPeople(
  context: ReadingContext,
  content: string,
  { own, project }: { own: string; project: string },
): Promise<boolean> {
  if (!namesNoProject(content)) return false;
  const said = profileOf(content);
  const isMove = [...statesIn(said)].some(isOfSomebody);
  const { people } = namesIn(content, isFunctionWord);
  const first = people.find((name) => content.startsWith(name));
  if (!isMove && first === undefined) return false;
  const sentencesOf = async (characterId: string) => {
    const found = await findSimilar({ ...context, embeddings: undefined }, characterId, content, maxFound);
    return found.flatMap((one) => splitSentences(placeOf(one).body)).filter((one) => shareName(content, one));
  };
  const known = await sentencesOf(own);
  if (isMove && known.some((one) => changesState(said, profileOf(one)))) return true;
  const isFamily = known.some(
    (one) => privateIn(one) === 'family' && namesIn(one, isFunctionWord).defined.some((name) => name === first),
  );
  return isFamily && (await sentencesOf(project)).length === 0;
}
