import { foldLatin } from '../text/words.ts';
import { dayIn, languagesOfDays } from './dates.ts';

/**
 * Names that say nothing about a text: of the files that explain a folder or instruct agents, and those that note
 * programs give to a note without a title.
 */
const empty = new Set(
  [
    'readme index main home content contents document notes note text inbox todo changelog license contributing skill',
    'claude agents agent gemini qwen memory rules copilot-instructions conventions',
    'untitled unbenannt namenlos naamloos namnlös unavngivet nimetön intitulado безымянный 未命名 無題 无标题 無標題 제목없음 บันทึกย่อ',
  ]
    .join(' ')
    .split(' ')
    .map(foldLatin),
);
const emptyPhrases =
  /^(?:sans titre|sin t[ií]tulo|senza titolo|sem t[ií]tulo|bez n[aá]zvu|bez tytu[lł]u|без названия|без назви|new note|neue notiz|nouvelle note|nueva nota|nuova nota|nova nota|nieuwe notitie|yeni not|بدون عنوان|제목 없음|untitled note|quick note)$/u;

/**
 * The name of a file without its folders and extension. Logseq writes the page Area/Health as `Area___Health` or
 * `Area%2FHealth`.
 */
export function nameOfFile(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
  const shown = name.replaceAll('___', '/');
  return shown.replace(/%[2-5][0-9A-F]/gi, (code) => decodeURIComponent(code)).trim();
}

/** Whether a name says what its text is about; a bare date, a letter, "Untitled 2" and "README" do not. */
export function isTelling(name: string): boolean {
  const bare = foldLatin(name)
    .replace(/[\s_-]{0,3}(?:\(\d{1,4}\)|\d{1,3})$/u, '')
    .trim();
  if (!/\p{L}[\p{L}\p{M}\p{N}]|\p{Script=Han}/u.test(bare) || empty.has(bare) || emptyPhrases.test(bare)) return false;
  return dayIn(name) === undefined || /\p{L}{3}/u.test(withoutDay(bare));
}

/** The words of a name with a day, without those of the day itself: months and weekdays. */
function withoutDay(name: string): string {
  return (name.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).filter((word) => !isOfDay(word)).join(' ');
}

let named: ReadonlySet<string> | undefined;

/** Whether a word names a month or weekday, or is an ending of a day (`1st`, `3rd`). */
function isOfDay(word: string): boolean {
  named ??= new Set(languagesOfDays.flatMap(namesIn));
  return named.has(foldLatin(word)) || /^(?:st|nd|rd|th|of|de|den|le|年|月|日|t|z)$/u.test(word);
}

function namesIn(language: string): string[] {
  return (['long', 'short'] as const).flatMap((style) => {
    const month = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
    const parts = [...Array(12).keys()].flatMap((i) => [
      ...month.formatToParts(Date.UTC(2024, i, i + 1)),
      ...weekday.formatToParts(Date.UTC(2024, 0, (i % 7) + 1)),
    ]);
    return parts
      .filter(({ type }) => type === 'month' || type === 'weekday')
      .map(({ value }) => foldLatin(value).replace(/\.$/, ''));
  });
}

/** Whether a path says that its notes are put away. */
export function isInArchive(folders: readonly string[]): boolean {
  return folders.some((name) => /^[\d\s._-]{0,8}archi(?:ves?d?|v|vo|vio|ef)$/iu.test(name.trim()));
}
