import { keepReceipt, type SetupReceipt } from './receipt.ts';
import { deleteFile, removeFolders, replaceFile } from './text-file.ts';
import { type Draft, type Problem, reasonOf, type Workspace } from './workspace.ts';

type Action = 'create' | 'change' | 'delete' | 'keep';

/** The action on a file. */
export interface Done {
  path: string;
  action: Action;
  hosts: string[];
  /** The copy of the file as it was. */
  copy?: string;
}

export function actionOf({ file, text }: Draft): Action {
  if (text === file.text) return 'keep';
  if (file.text === undefined) return 'create';
  return text === undefined ? 'delete' : 'change';
}

export interface Writing {
  receipt: SetupReceipt;
  receiptFile: string;
  /** As in `replaceFile`. */
  stamp: string;
  newMode: number;
}

/** Writes the plan, file by file; a failure is added to the problems, and the others are still written. */
export function carryOut(workspace: Workspace, writing: Writing): Done[] {
  const { receipt, receiptFile } = writing;
  const done: Done[] = [];
  for (const draft of workspace.drafts.values()) {
    // Only its reading failed, which is reported.
    if (draft.hosts.size === 0) continue;
    try {
      const copy = write(draft, writing);
      const { path } = draft.file;
      done.push({ path, action: actionOf(draft), hosts: [...draft.hosts], ...(copy === undefined ? {} : { copy }) });
      if (draft.record.written.length > 0) receipt.files[draft.file.target] = draft.record;
      else delete receipt.files[draft.file.target];
      keepReceipt(receiptFile, receipt);
    } catch (error) {
      const reason = reasonOf(error);
      for (const host of draft.hosts)
        workspace.problems.push({ host, path: draft.file.path, reason } satisfies Problem);
    }
  }
  if (receipt.folders.length > 0) {
    receipt.folders = removeFolders(receipt.folders);
    keepReceipt(receiptFile, receipt);
  }
  return done;
}

function write(draft: Draft, { receipt, stamp, newMode }: Writing): string | undefined {
  const { file, text } = draft;
  switch (actionOf(draft)) {
    case 'keep':
      return undefined;
    case 'delete':
      deleteFile(file);
      return undefined;
    default: {
      const { copy, folders } = replaceFile(file, text ?? '', stamp, newMode);
      receipt.folders.push(...folders);
      return copy;
    }
  }
}
