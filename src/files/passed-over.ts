import { isSecretPath } from './local/secrets.ts';

/** Why something in a folder is passed over. */
export type PassedOver =
  | 'secret'
  | 'hidden'
  | 'foreign'
  | 'copy'
  | 'bin'
  | 'template'
  | 'drawing'
  | 'kind'
  | 'link'
  | 'unreadable';

/** Folders with other people's files. */
const foreignNames = new Set(['node_modules', 'vendor', '__pycache__', 'dist', 'build', 'target', 'venv']);

/**
 * Names that synchronisers give to the other version of a file: Dropbox, Nextcloud and ownCloud, Syncthing, Obsidian,
 * Seafile.
 */
const conflictCopy = /\(conflicted copy\b|['’]s conflicted copy\b|\(SFConflict |\.sync-conflict-\d{8}|_conflict-\d{8}/i;

/** Files of Excalidraw in a vault: a note with the data of a drawing. */
const drawing = /\.excalidraw(?:\.md)?$/i;

/**
 * Folders with what was thrown away, and with earlier versions: of systems (macOS, Windows, Linux, Synology, QNAP), of
 * Logseq (https://docs.logseq.com/#/page/filenames), of Org's and Zim's attachments, of other note programs.
 */
const bins = new Set(
  [
    'trash .trash trashed .trashes _trash trashbox .trash-1000 $recycle.bin recycler recycled recycle.bin #recycle @recycle',
    'version-files .versions .history .stversions .obsidian-backup backups-of-notes deleted .deleted',
  ]
    .join(' ')
    .split(' '),
);
const versionsOfLogseq = new Set(['bak', '.recycle', 'version-files']);

/** Folders of templates by their usual names, also numbered as in `99 Templates`. */
const templates =
  /^[\d\s._-]{0,8}(?:templates?|vorlagen|mod[eè]les|plantillas|sjablonen|szablony|шаблоны|模板|テンプレート)$/iu;

/** Copies that editors keep: `note~.md`, `note.bak.md`, `note.orig.md`. */
const backup = /(?:~|\.bak|\.orig|\.backup|\.old)(?:\.[a-z]{1,8})?$/i;

/** Files that are read in a folder: notes, not every text. */
const noteEnding = /\.(?:md|mdx|mdc|markdown|mkd|txt|text|org|rst|adoc)$/i;

/** Whether a file found in a watched folder is a note to be stored. */
export function isNote(path: string): boolean {
  return noteEnding.test(path);
}

/** Why a walk skips this relative path; undefined when it does not. */
export function passedOver(relativePath: string): PassedOver | undefined {
  const parts = relativePath.split(/[\\/]/).filter((part) => part !== '');
  const folders = parts.slice(0, -1);
  const name = parts.at(-1) ?? '';
  if (isSecretPath(relativePath)) return 'secret';
  if (folders.some(isBin)) return 'bin';
  if (folders.some((folder) => folder.startsWith('.'))) return 'hidden';
  if (folders.some((folder) => foreignNames.has(folder))) return 'foreign';
  if (folders.some((folder) => templates.test(folder))) return 'template';
  if (conflictCopy.test(name)) return 'copy';
  if (backup.test(name)) return 'bin';
  return drawing.test(name) ? 'drawing' : undefined;
}

function isBin(name: string, at: number, folders: readonly string[]): boolean {
  return bins.has(name.toLowerCase()) || (folders[at - 1] === 'logseq' && versionsOfLogseq.has(name));
}

export function isPassedOver(relativePath: string): boolean {
  return passedOver(relativePath) !== undefined;
}

/** The settings in which programs name the folder of their templates, from the folder of notes. */
export const templateSettings: ReadonlyMap<string, (settings: Record<string, unknown>) => unknown> = new Map([
  ['.obsidian/templates.json', ({ folder }) => folder],
  ['.obsidian/daily-notes.json', ({ template }) => template],
  ['.obsidian/plugins/templater-obsidian/data.json', ({ templates_folder: folder }) => folder],
  ['.obsidian/plugins/periodic-notes/data.json', ({ daily }) => (daily as { template?: unknown } | null)?.template],
]);

/** The paths of templates, folders or files, that such settings name. */
export function templatesNamed(texts: Iterable<readonly [name: string, text: string]>): string[] {
  return [...texts].flatMap(([name, text]) => {
    try {
      const found = templateSettings.get(name)?.(JSON.parse(text));
      const path =
        typeof found === 'string'
          ? found
              .split(/[/\\]/)
              .filter((part) => part !== '')
              .join('/')
          : '';
      return path === '' || path === '.' ? [] : [path];
    } catch {
      return [];
    }
  });
}

/** Whether a path, from the folder of notes, is one of these templates or in a folder of them. */
export function isTemplate(relativePath: string, templates: readonly string[]): boolean {
  const path = relativePath.replaceAll('\\', '/');
  return templates.some((one) => path === one || path === `${one}.md` || path.startsWith(`${one}/`));
}
