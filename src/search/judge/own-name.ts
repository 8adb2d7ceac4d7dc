/** A shorter name is a word in other places too. */
const fewestLetters = 3;
const preposition =
  'of|in|for|at|by|on|with|from|von|vom|für|bei|im|de|du|des|del|da|do|di|della|en|em|para|por|per|pour|su|chez|van|voor|bij|op|w|we|dla|z|od|для|в|на|у|из|av|i|för|på|untuk|của';
const article = 'the|our|der|die|das|dem|unser|le|la|notre|el|nuestro|il|o|a';

/** What is left of a heading with the name alone. */
const heading = /^it: /u;

/**
 * Takes the name of what all statements of a character are about out of one. With it any two of a project share a subject:
 * "Releases of Atlas go out on Tuesdays", "We use Drizzle instead of Prisma in Atlas".
 */
export function withoutOwnName(name: string): (statement: string) => string {
  const words =
    name
      .split('/')
      .at(-1)!
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.join('').length < fewestLetters) return (statement) => statement;
  const cased = '\\p{Lu}\\p{Ll}\\p{M}\\p{N}/@_\\-';
  const own = new RegExp(
    `(?:(?<=[\\p{L}\\p{N}])(?<before>,? (?:${preposition}) ))?(?<![${cased}.])(?:(?:${article}) )?${words.join('[\\s_-]?')}(?:(?<of>[の的의])|(?:['’]s)?(?![${cased}]|\\.\\p{L}))`,
    'giu',
  );
  return (statement) =>
    statement
      .replace(own, (_, before?: string, of?: string) => ((before ?? of) === undefined ? 'it' : ''))
      .replace(heading, '');
}
