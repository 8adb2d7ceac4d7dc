import { lineGrade } from './code-lines.ts';

/** Blank or plain lines that may be between lines of code. */
const maxBetween = 2;

/** Which lines of a text are code, data, a log, a diff, a stack trace or a command's output, fenced or not. */
export function markCode(lines: readonly string[]): boolean[] {
  const marks = lines.map(() => false);
  markFences(lines, marks);
  markFollowers(lines, marks);
  markRegions(lines, marks);
  return marks;
}

/** Fenced lines with their fences; a fence that is never closed opens nothing. */
function markFences(lines: readonly string[], marks: boolean[]): void {
  let open: { at: number; mark: string } | undefined;
  for (const [at, line] of lines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === undefined) open = { at, mark };
    else if (mark.startsWith(open.mark) && line.trim() === mark) {
      marks.fill(true, open.at, at + 1);
      open = undefined;
    }
  }
}

/** First lines that announce the lines after them: of a diff, a stack trace, a command's output. */
function markFollowers(lines: readonly string[], marks: boolean[]): void {
  let goesOn: ((line: string) => boolean) | undefined;
  for (const [at, line] of lines.entries()) {
    if (marks[at]) continue;
    if (/^(?:diff --git |@@ -\d|index [0-9a-f]{6,40}\.\.)/u.test(line) || isDiffHead(lines, at)) goesOn = isDiffLine;
    else if (/^Traceback \(most recent call last\)/u.test(line)) goesOn = untilError();
    else if (/^\s*(?:\$ [a-z.~/]|\S{1,40}@\S{1,60}[:~]\S{0,80}[$#] |PS [A-Z]:\\)/u.test(line)) {
      goesOn = (next) => next.trim() !== '';
    } else if (goesOn && !goesOn(line)) goesOn = undefined;
    marks[at] = goesOn !== undefined;
  }
}

function isDiffHead(lines: readonly string[], at: number): boolean {
  return /^--- \S/u.test(lines[at] as string) && /^\+\+\+ \S/u.test(lines[at + 1] ?? '');
}

function isDiffLine(line: string): boolean {
  return /^(?:[-+ @\\]|new file|deleted file|similarity|rename |index |diff )/u.test(line);
}

/** A Python trace ends with its first line that is not indented. */
function untilError(): (line: string) => boolean {
  let isOver = false;
  return (line) => {
    if (isOver) return false;
    isOver = !/^\s/u.test(line);
    return true;
  };
}

/** Stretches of lines that look like code, at least one of them for certain. */
function markRegions(lines: readonly string[], marks: boolean[]): void {
  const grades = lines.map((line, at) => (marks[at] ? 'prose' : lineGrade(line)));
  for (let at = 0; at < lines.length; at++) {
    if (grades[at] !== 'certain' && grades[at] !== 'likely') continue;
    let last = at;
    let isCertain = false;
    for (let next = at; next < lines.length && next - last <= maxBetween + 1 && !marks[next]; next++) {
      const grade = grades[next];
      if (grade === 'prose') break;
      if (grade === 'certain' || grade === 'likely') last = next;
      isCertain ||= grade === 'certain';
    }
    if (isCertain) marks.fill(true, at, last + 1);
    at = last;
  }
}
