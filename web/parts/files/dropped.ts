/** A file with its path in the folder that was dropped. */
export interface Dropped {
  path: string;
  file: File;
}

/** Files in folders that are not documents. */
const skipped = /^(?:\..*|node_modules|__MACOSX|Thumbs\.db|desktop\.ini)$/;
/** As many files as one drop may bring. */
const most = 2_000;

/** The files that were dropped, those of folders too. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<Dropped[]> {
  // They are lost after the first await.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry?.() ?? undefined);
  if (!entries.some((entry) => entry?.isDirectory)) return Array.from(files, (file) => ({ path: file.name, file }));
  const found: Dropped[] = [];
  for (const entry of entries) if (entry) await walk(entry, entry.name, found);
  return found;
}

/** Opens the browser's chooser of files. */
export function askForFiles(take: (files: readonly Dropped[]) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = true;
  field.addEventListener('change', () => take(chosenFiles(field.files)));
  field.click();
}

/** Those of a folder that was chosen. */
export function chosenFiles(files: FileList | null): Dropped[] {
  return Array.from(files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(
      ({ path }) =>
        !path
          .split('/')
          .slice(1)
          .some((part) => skipped.test(part)),
    )
    .slice(0, most);
}

async function walk(entry: FileSystemEntry, path: string, found: Dropped[]): Promise<void> {
  if (found.length >= most) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives a hundred at a time, and none at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const one of part.toSorted((a, b) => a.name.localeCompare(b.name))) {
      if (!skipped.test(one.name)) await walk(one, `${path}/${one.name}`, found);
    }
  }
}
