import { basename, join } from 'node:path';
import { cursor as dialect } from '../dialects/cursor.ts';
import { editorComposers } from './cursor-editor.ts';
import { filesBelow } from './files.ts';
import { folderOfSlug } from './folders.ts';
import { type SessionsOfHost, sessionInLines } from './past-session.ts';

/**
 * `~/.cursor/projects/<project>/agent-transcripts/…jsonl`, and chats of the editor in `state.vscdb`. Cursor documents
 * neither. The project's name is its path with `-` for every sign, so the folder has to be searched.
 */
export const cursor: SessionsOfHost = {
  host: dialect.host,
  *find(disk) {
    const root = join(disk.home, '.cursor', 'projects');
    const transcript = /^[^/]+\/agent-transcripts\/(?:[^/]+\/)?[^/]+\.jsonl$/;
    const folders = new Map<string, string | undefined>();
    const seen = new Set<string>();
    for (const file of filesBelow(root, 3, transcript, disk.since)) {
      const [slug = ''] = file.path.slice(root.length + 1).split(/[\\/]/);
      if (!folders.has(slug)) folders.set(slug, folderOfSlug(slug, disk.platform));
      const session = basename(file.path, '.jsonl');
      seen.add(session);
      yield sessionInLines(dialect, session, file, folders.get(slug));
    }
    for (const one of editorComposers(disk)) if (!seen.has(one.session)) yield one;
  },
};
