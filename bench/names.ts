// Whether the memories that hold a name are found by questions in thirteen languages, over translations of two books: the
// share of questions whose first memory holds the name, and of those that have one among the first five.
// FOLDER is where Debian's packages debian-handbook and debian-reference-{de,fr,ja,zh-cn,zh-tw} are unpacked (dpkg-deb -x).
// npm run bench -- names FOLDER [BOOK ...]: each book is imported by the built program first, which takes some 20 s.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../src/base/sqlite.ts';
import { analyzeQuery } from '../src/search/query.ts';
import { rank } from '../src/search/rank/rank.ts';
import { SearchIndex } from '../src/storage/sqlite/search-index/search-index.ts';
import { forms, programs } from './support/name-forms.ts';
import { report } from './support/report.ts';

interface Book {
  readonly name: string;
  readonly language: string;
  readonly files: readonly string[];
  readonly programs: readonly string[];
}

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) console.log('skipped: name the folder of the unpacked packages');
else {
  const books = [
    ...handbooks(join(folder, 'usr/share/doc/debian-handbook/html')),
    ...references(join(folder, 'usr/share/debian-reference')),
  ];
  const chosen = books.filter(({ name }) => wanted.length === 0 || wanted.some((one) => name.includes(one)));
  report('names in questions', chosen.flatMap(measure));
}

function handbooks(path: string): Book[] {
  return readdirSync(path).flatMap((locale) => {
    const language = [locale.toLowerCase(), locale.slice(0, 2)].find((one) => forms.has(one));
    if (language === undefined || locale === 'pt-BR') return [];
    const files = readdirSync(join(path, locale)).map((file) => join(path, locale, file));
    return [{ name: `handbook ${locale}`, language, files: pages(files), programs: programs.handbook.split(' ') }];
  });
}

function references(path: string): Book[] {
  const files = pages(readdirSync(path).map((file) => join(path, file)));
  return [...forms.keys()].flatMap((language) => {
    const own = files.filter((file) => file.endsWith(`.${language}.html`));
    if (own.length === 0) return [];
    return [{ name: `reference ${language}`, language, files: own, programs: programs.reference.split(' ') }];
  });
}

function pages(files: readonly string[]): string[] {
  return files.filter((file) => file.endsWith('.html'));
}

function measure(book: Book) {
  const home = mkdtempSync(join(tmpdir(), 'bench-names-'));
  try {
    const { index, contents } = imported(book, home);
    return forms.get(book.language)!.map((question) => {
      const places = book.programs.map((program) => {
        const query = analyzeQuery(question.replace('X', program), Date.now());
        const { memories } = rank(query, index.read(1, query), { limit: 5 });
        return memories.findIndex(({ memoryNo }) => holds(contents.get(memoryNo)!, program));
      });
      const share = (most: number) => places.filter((place) => place >= 0 && place < most).length / places.length;
      return { book: book.name, question, first: share(1), 'among five': share(5) };
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function imported({ files }: Book, home: string) {
  const pagesFolder = join(home, 'book');
  mkdirSync(pagesFolder);
  for (const file of files) cpSync(file, join(pagesFolder, file.split('/').at(-1)!));
  const store = join(home, 'memory.db');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['dist/agent-memory-service.cjs', 'import', pagesFolder, '--character', 'book'],
    { env: { ...process.env, SERVICE_DB: store }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  const db = new Database(store, { readonly: true });
  const rows = db.prepare<[], [number, string]>('SELECT no, content FROM memories').raw().all();
  return { index: new SearchIndex(db), contents: new Map(rows) };
}

function holds(content: string, program: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9])${program}(?![A-Za-z0-9])`, 'i').test(content);
}
