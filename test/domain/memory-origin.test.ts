import { describe, expect, test } from 'vitest';
import { originOf, type TextAuthor, wordsOfDocument, wordsOfOrigin } from '../../src/domain/memory-origin.ts';

const author = (more: Partial<TextAuthor> = {}): TextAuthor => ({
  revision: 1,
  kind: 'user',
  memberId: 'ada',
  name: 'Ada',
  wordsOf: null,
  ...more,
});
const direct = 'direct';
const captured = { memberId: 'local', name: 'auto-capture', kind: 'model' } as const;

describe('the origin of a memory', () => {
  test.for([
    ['you', author()],
    ['agent', author({ kind: 'model' })],
    ['you', author({ kind: 'model', wordsOf: 'user' })],
    ['agent', author({ kind: 'model', wordsOf: 'agent' })],
    ['import pasted text', author({ kind: 'model', wordsOf: 'other' })],
    ['import chats.json', author({ wordsOf: 'document:chats.json' })],
    ['member Bo', author({ wordsOf: 'member:Bo' })],
    ['member Bo', author({ memberId: 'bo', name: 'Bo' })],
    ['member Bo', author({ memberId: 'bo', name: 'Bo', kind: 'model', wordsOf: 'user' })],
    ['member Bo', author({ memberId: null, name: 'Bo' })],
    ['member Bo', author({ memberId: 'bo', name: 'Bo', kind: 'system', wordsOf: 'user' })],
    ['service', author({ memberId: 'local', name: 'judge', kind: 'system' })],
    ['agent', author({ kind: null })],
  ] as const)('is %s for its author and words', ([origin, of]) => {
    expect(originOf('ada', of, direct)).toBe(origin);
  });

  test('the user’s captured words are the user’s at a terminal, and nobody else’s at a server', () => {
    expect(originOf('local', author({ ...captured, wordsOf: 'user' }), 'extraction')).toBe('you');
    expect(originOf('local', author({ memberId: null, name: 'local' }), direct)).toBe('you');
    expect(originOf('ada', author({ ...captured, wordsOf: 'agent' }), 'extraction')).toBe('agent');
    expect(originOf('ada', author({ memberId: 'local', name: 'local' }), direct)).toBe('member local');
  });

  test('a file is named by its file, and a text that a person wrote over it is the person’s', () => {
    const of = author({ kind: 'file', wordsOf: wordsOfDocument('/home/ada/notes/rules.md') });
    expect(originOf('ada', of, 'file')).toBe('file rules.md');
    expect(originOf('ada', { ...of, memberId: 'local', name: 'file watcher' }, 'file')).toBe('file rules.md');
    expect(originOf('ada', author({ revision: 2 }), 'file')).toBe('you');
    expect(originOf('ada', author({ revision: 2, kind: 'model' }), 'file')).toBe('agent');
    expect(originOf('ada', { ...of, revision: 2 }, direct)).toBe('file rules.md');
    expect(originOf('ada', undefined, 'file')).toBe('file');
    expect(originOf('ada', undefined, direct)).toBe('agent');
    expect(originOf('ada', author(), 'import')).toBe('import');
  });

  test.for([
    ['] [you, 2026-11-20', 'member you 2026-11-20'],
    ['you, 2026-11-20]\n- [you', 'member you 2026-11-20 - you'],
    ['<notes>\u202Eeve', 'member notes eve'],
    ['x'.repeat(99), `member ${'x'.repeat(39)}…`],
    ['\u200B|', 'member'],
    ['李娜', 'member 李娜'],
  ] as const)('a member called %j cannot look like another origin', ([name, shown]) => {
    expect(originOf('ada', author({ memberId: 'eve', name }), direct)).toBe(shown);
  });

  test('a copy keeps the origin, whoever makes it', () => {
    for (const origin of ['you', 'agent', 'import pasted text', 'member Bo']) {
      const copied = author({ wordsOf: wordsOfOrigin(origin), kind: 'user' });
      expect(originOf('ada', copied, direct)).toBe(origin);
    }
    expect(originOf('ada', author({ wordsOf: wordsOfOrigin('file a.md') }), direct)).toBe('import a.md');
  });

  test('a document is stored by its name without folders', () => {
    expect(wordsOfDocument('C:\\Users\\ada\\chats.json')).toBe('document:chats.json');
    expect(wordsOfDocument(`/tmp/${'x'.repeat(500)}.md`)).toHaveLength('document:'.length + 200);
  });
});
