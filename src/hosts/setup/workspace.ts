import { isObject, same } from '../edit/data.ts';
import { read } from '../edit/edit.ts';
import { CannotEdit } from '../edit/editor.ts';
import { packageName } from '../launch.ts';
import type { FileRecord, SetupReceipt, Written } from './receipt.ts';
import { spliceOf } from './splices.ts';
import { takePart } from './take-part.ts';
import { readTextFile, type TextFile } from './text-file.ts';
import { type AnyPart, writePart } from './write-part.ts';

/** A part and the file that it goes into. */
export interface PlacedPart {
  path: string;
  /** The folder of a project's file: no link may lead out of it. */
  project: string | undefined;
  part: AnyPart;
}

/** A file with its planned changes. */
export interface Draft {
  file: TextFile;
  /** Its future text; undefined: removed. */
  text: string | undefined;
  record: FileRecord;
  hosts: Set<string>;
}

/** A part that can't be written or removed, with the reason as a clause. */
export interface Problem {
  host: string;
  path: string;
  reason: string;
}

/** The files of a plan, each opened once however many hosts share it. Nothing is written here. */
export class Workspace {
  readonly drafts = new Map<string, Draft>();
  problems: Problem[] = [];
  readonly #receipt: SetupReceipt;

  constructor(receipt: SetupReceipt) {
    this.#receipt = receipt;
  }

  /** Whether the part could be written; if not, `problems` has the reason. */
  write({ path, project, part }: PlacedPart, host: string): boolean {
    return this.#try(path, host, () => {
      const draft = this.open(path, project);
      const before = draft.text ?? '';
      const { text, written } = writePart(before, part, host);
      draft.hosts.add(host);
      const splice = spliceOf(before, text);
      const earlier = draft.record.written.find((other) => isSame(other, written));
      draft.text = text;
      if (earlier) {
        if (!earlier.hosts.includes(host)) earlier.hosts.push(host);
        if (written.value !== undefined) earlier.value = written.value;
        if (splice) earlier.splices.push(splice);
      } else draft.record.written.push({ ...written, hosts: [host], splices: splice ? [splice] : [] });
    });
  }

  /** Removes the part for this host only. */
  take(path: string, host: string): void {
    this.#try(path, host, () => {
      const draft = this.open(path);
      draft.hosts.add(host);
      const { record } = draft;
      for (const written of record.written.toReversed()) {
        if (!written.hosts.includes(host)) continue;
        if (written.hosts.length === 1) draft.text = takePart(draft.text ?? '', written);
        written.hosts = written.hosts.filter((name) => name !== host);
      }
      record.written = record.written.filter(({ hosts }) => hosts.length > 0);
      if (record.created && record.written.length === 0 && isEmpty(draft.text)) draft.text = undefined;
    });
  }

  /** Removes text that looks like ours where there is no receipt. */
  takeFound(
    { path, project }: Omit<PlacedPart, 'part'>,
    host: string,
    find: () => Omit<Written, 'hosts' | 'splices'> | undefined,
  ): void {
    this.#try(path, host, () => {
      const written = find();
      if (!written) return;
      const draft = this.open(path, project);
      if (draft.text === undefined) return;
      draft.hosts.add(host);
      draft.text = takePart(draft.text, { ...written, hosts: [host], splices: [] });
    });
  }

  /** The planned text of a file. CannotEdit, or the file system's error. */
  open(path: string, project?: string): Draft {
    const file = readTextFile(path, project);
    const open = this.drafts.get(file.target);
    if (open) return open;
    const recorded = this.#receipt.files[file.target];
    const isNew = file.text === undefined;
    const record = recorded ? structuredClone(recorded) : { created: isNew, written: [] };
    // The receipt of a file that no longer exists is dropped.
    if (isNew) Object.assign(record, { created: true, written: [] });
    const draft = { file, text: file.text, record, hosts: new Set<string>() };
    this.drafts.set(file.target, draft);
    return draft;
  }

  #try(path: string, host: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      const problem = { host, path, reason: reasonOf(error) };
      // Each part of a file that can't be read meets the same.
      if (!this.problems.some((other) => same(other, problem))) this.problems.push(problem);
      return false;
    }
  }
}

/** Why a file can't be read or written, in a clause. Other errors are thrown on. */
export function reasonOf(error: unknown): string {
  if (error instanceof CannotEdit) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read or written';
  return code === 'EROFS' ? 'its file system is read-only' : `it can't be read or written (${code})`;
}

/** Whether a file can be read and names this server. */
export function namesUs(path: string): boolean {
  try {
    return readTextFile(path).text?.includes(packageName) === true;
  } catch (error) {
    reasonOf(error);
    return false;
  }
}

function isSame(one: Pick<Written, 'kind' | 'path'>, other: Pick<Written, 'kind' | 'path'>): boolean {
  return one.kind === other.kind && same(one.path ?? [], other.path ?? []);
}

/** Whether a file that we made is practically empty. */
function isEmpty(text: string | undefined): boolean {
  if (text === undefined || text.trim() === '') return true;
  try {
    const data = read('json', text);
    return isObject(data) && Object.keys(data).length === 0;
  } catch {
    return false;
  }
}
