// The memory tool of the Anthropic SDK (`memory_20250818`): its six commands on the files of a character.
// https://docs.claude.com/en/docs/agents-and-tools/tool-use/memory-tool
import { Shelf } from '../common/shelf.mjs';

const root = '/memories';
const maxLines = 999_999;

/** Handlers for `betaMemoryTool` of `@anthropic-ai/sdk/helpers/beta/memory`. What fails is thrown with a text for the model. */
export function memoryHandlers(options) {
  const shelf = new Shelf(options);
  const need = async (path) => {
    const file = await shelf.read(checked(path));
    if (!file) throw new Error(`The path ${path} does not exist. Please provide a valid path.`);
    return file;
  };
  const requireFree = async (path) => {
    if (await shelf.read(checked(path))) throw new Error(`The destination ${path} already exists`);
  };
  return {
    async view({ path, view_range: range }) {
      const key = checked(path);
      const file = key === '' ? undefined : await shelf.read(key);
      if (file) {
        const lines = file.content.split('\n');
        if (lines.length > maxLines) throw new Error(`File ${path} exceeds maximum line limit of ${maxLines} lines.`);
        const [from, to] = range ?? [1, -1];
        const shown = lines.slice(from - 1, to === -1 ? undefined : to);
        const numbered = shown.map((line, i) => `${String(i + from).padStart(6)}\t${line}`);
        return `Here's the content of ${path} with line numbers:\n${numbered.join('\n')}`;
      }
      const below = await shelf.list(key === '' ? '' : `${key}/`);
      if (below.length === 0 && key !== '') await need(path);
      const sizes = below.map((one) => `${one.sizeBytes}\t${root}/${one.path}`);
      return [`Here're the files and directories up to 2 levels deep in ${path}:`, ...sizes].join('\n');
    },

    async create({ path, file_text: text }) {
      const key = checked(path);
      if (key === '') throw new Error(`${root} is a directory`);
      if (await shelf.read(key)) throw new Error(`File ${path} already exists`);
      // A file without content counts as removed.
      await shelf.write(key, text === '' ? '\n' : text);
      return `File created successfully at: ${path}`;
    },

    async str_replace({ path, old_str: before, new_str: after = '' }) {
      const { content, version, path: key } = await need(path);
      const parts = content.split(before);
      if (before === '' || parts.length === 1) {
        throw new Error(`No replacement was performed, old_str \`${before}\` did not appear verbatim in ${path}.`);
      }
      if (parts.length > 2) {
        const lines = parts.slice(0, -1).map(
          (_, i) =>
            parts
              .slice(0, i + 1)
              .join(before)
              .split('\n').length,
        );
        const where = `Multiple occurrences of old_str \`${before}\` in lines: ${lines.join(', ')}`;
        throw new Error(`No replacement was performed. ${where}. Please ensure it is unique`);
      }
      await shelf.write(key, parts.join(after) || '\n', { baseVersion: version });
      return 'The memory file has been edited.';
    },

    async insert({ path, insert_line: line, insert_text: text }) {
      const { content, version, path: key } = await need(path);
      const lines = content.split('\n');
      if (line < 0 || line > lines.length) {
        throw new Error(`Invalid \`insert_line\` parameter: ${line}. It should be within [0, ${lines.length}]`);
      }
      await shelf.write(key, lines.toSpliced(line, 0, text.replace(/\n$/, '')).join('\n'), { baseVersion: version });
      return `The file ${path} has been edited.`;
    },

    async delete({ path }) {
      const key = checked(path);
      if (key === '') throw new Error(`The directory ${root} itself cannot be deleted`);
      const files = (await shelf.list(key)).filter((one) => one.path === key || one.path.startsWith(`${key}/`));
      if (files.length === 0) await need(path);
      for (const one of files) await shelf.write(one.path, '');
      return `Successfully deleted ${path}`;
    },

    async rename({ old_path: from, new_path: to }) {
      const [key, target] = [checked(from), checked(to)];
      await requireFree(to);
      const files = (await shelf.list(key)).filter((one) => one.path === key || one.path.startsWith(`${key}/`));
      if (files.length === 0 || key === '' || target === '') await need(from);
      for (const one of files) {
        const { content, encoding } = await shelf.open(one);
        await shelf.write(`${target}${one.path.slice(key.length)}`, content, { encoding });
        await shelf.write(one.path, '');
      }
      return `Successfully renamed ${from} to ${to}`;
    },
  };
}

/** The file's own path below /memories; nothing else can be named. */
function checked(path) {
  const parts = path.split('/').filter((part) => part !== '');
  const isInside = path.startsWith('/') && `/${parts[0]}` === root && !parts.includes('..') && !parts.includes('.');
  if (!isInside) throw new Error(`Paths must be in ${root}: ${path}`);
  return parts.slice(1).join('/');
}
