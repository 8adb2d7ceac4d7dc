const file = /\b[\w-]{1,60}\.(?:js|ts|tsx|jsx|py|md|json|ya?ml|go|rs|html|css|sh|sql|env|toml|mjs|txt|dart|java)\b/g;

/** The words of a lower-case text, with code, addresses, paths, file names and numbers each as one mark. */
export function tokensOf(low: string): string[] {
  const marked = low
    .normalize('NFKC')
    .replace(/[’‘´]/g, "'")
    .replace(/`[^`]*`/g, ' §code ')
    .replace(/https?:\/\/\S+/g, ' §url ')
    .replace(/(?<![^\s])@?[~.]?\/?(?:[\w.-]{1,60}\/)+[\w.*-]{0,60}/g, ' §path ')
    .replace(file, ' §file ')
    .replace(/\d[\d.,:]*/g, ' §num ');
  return marked.match(/§\w+|[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*|[\u3040-\u30ff\u4e00-\u9fff]+/gu) ?? [];
}
