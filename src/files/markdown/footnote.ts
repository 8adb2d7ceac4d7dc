import type { StateBlock } from 'markdown-it';

/** The definition of a footnote, `[^1]: text`, with the indented blocks that belong to it: a container like a list item. */
export function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { bMarks, eMarks, tShift, sCount, parentType } = state;
  const start = bMarks[startLine]! + tShift[startLine]!;
  const line = state.src.slice(start, Math.min(eMarks[startLine]!, start + longestLabel));
  const label = /^\[\^[^\]\s]+\]:[ \t]*/.exec(line)?.[0];
  if (label === undefined) return false;
  if (silent) return true;
  const before = [bMarks[startLine]!, tShift[startLine]!, sCount[startLine]!] as const;
  state.push('footnote_open', '', 1);
  bMarks[startLine] = start + label.length;
  tShift[startLine] = 0;
  state.blkIndent += 4;
  sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  state.parentType = parentType;
  state.blkIndent -= 4;
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = before;
  state.push('footnote_close', '', -1);
  return true;
}

const longestLabel = 1_000;
