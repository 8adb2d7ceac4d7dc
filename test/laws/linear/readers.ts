import * as z from 'zod';
import { rulesExtractor } from '../../../src/ai/rules.ts';
import { warningOf } from '../../../src/base/orders.ts';
import { presets } from '../../../src/domain/category.ts';
import { fence, fenceMarkdown } from '../../../src/domain/fence.ts';
import { storable } from '../../../src/domain/storable.ts';
import { contentIdentity, label, mended, text as textOf } from '../../../src/domain/text.ts';
import { validated } from '../../../src/domain/validation.ts';
import { readOwnExport } from '../../../src/files/export/read.ts';
import { pieceKeys, render } from '../../../src/files/piece.ts';
import { detectFormat, type Format, readDocument } from '../../../src/files/read-document.ts';
import { typedIn } from '../../../src/hooks/typed.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { gistOf } from '../../../src/search/smart/near-duplicates.ts';
import { analyzeMemory } from '../../../src/search/text/analyze-memory.ts';
import { stretchesOf } from '../../../src/text/foreign.ts';
import { packSentences, unwrap } from '../../../src/text/prose.ts';
import { redactKeys, redactSecrets } from '../../../src/text/secrets.ts';
import { splitSentences } from '../../../src/text/sentences.ts';
import { saysNothing } from '../../../src/text/small-talk.ts';
import { splitTurns } from '../../../src/text/turns.ts';
import { docx, pdf, zip } from '../../support/archives.ts';
import { sqliteFile as made } from '../../support/products.ts';
import type { Group } from './families.ts';

/** Every reader of a caller's text, with the size (UTF-16 units) at which it is tried. */
export interface Reader {
  size: number;
  /** The families that may be slow for it by design; all others must be linear. */
  groups?: readonly Group[];
  read(text: string): unknown;
}

const document =
  (format: Format, written: (text: string) => string | Uint8Array = (text) => text) =>
  async (text: string): Promise<unknown> => {
    try {
      const { pieces } = await readDocument(`a.${format}`, Buffer.from(written(text)), format);
      return pieces.map((piece) => [render(piece, ['general']), pieceKeys(piece)]);
    } catch (error) {
      if (error instanceof Error && error.constructor.name === 'ServiceError') return error.message;
      throw error;
    }
  };

const sqliteFile = (insert: string) =>
  made('CREATE TABLE memories (id, content_hash, content, tags, memory_type, metadata)', insert);
const categories = presets.standard.map((one) => ({ ...one, memoryCount: 0 }));
const extractor = rulesExtractor();
const ofXml = (text: string) => mended(text).replace(/[<&]/g, ' ');
const lines = (text: string) => text.split('\n').map((line) => ({ text: line, isCode: false }));
const fields = z.object({ content: textOf(1e9), tags: z.array(label(50)), meta: z.record(z.string(), z.unknown()) });

const inCard = (text: string) => `BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:${text}\nEND:VCARD\n`;
const inEvent = (text: string) => `BEGIN:VEVENT\nSUMMARY:${text}\nEND:VEVENT\n`;
const geminiActivity = (text: string) => ({
  header: 'Gemini Apps',
  title: `Prompted ${text}`,
  time: '2026-03-02T09:15:00Z',
  safeHtmlItem: [{ html: text }],
});

export const readers = new Map<string, Reader>([
  ['Markdown', { size: 2_400, groups: ['signs', 'spaces', 'markdown', 'prose', 'own'], read: document('markdown') }],
  ['plain text', { size: 12_000, groups: ['signs', 'spaces', 'scripts', 'prose'], read: document('text') }],
  [
    'pages of Zim',
    {
      size: 2_400,
      groups: ['signs', 'spaces', 'markdown', 'prose'],
      read: document('text', (text) => `Content-Type: text/x-zim-wiki\n\n${text}`),
    },
  ],
  ['HTML', { size: 1_600, groups: ['signs', 'html'], read: document('html') }],
  [
    'texts of JSON',
    {
      size: 16_000,
      groups: ['signs', 'spaces', 'scripts', 'prose'],
      read: document('json', (text) => JSON.stringify({ content: text })),
    },
  ],
  ['typed words', { size: 12_000, read: (text) => typedIn([text, `<file_content>${text}`]) }],
  ['words of others', { size: 12_000, read: (text) => [stretchesOf(text), warningOf(text)] }],
  ['JSON', { size: 40_000, read: document('json') }],
  [
    'JSON lines of texts',
    { size: 12_000, groups: ['signs', 'spaces', 'data'], read: document('jsonl', (text) => JSON.stringify(text)) },
  ],
  [
    'records of JSON',
    {
      size: 4_000,
      groups: ['signs', 'spaces', 'data'],
      read: document('json', (text) => JSON.stringify([{ a: text, [text]: [text] }])),
    },
  ],
  ['CSV', { size: 3_000, groups: ['signs', 'spaces', 'data'], read: document('csv') }],
  ['vCards', { size: 6_000, groups: ['signs', 'spaces', 'data'], read: document('vcard', inCard) }],
  ['calendars', { size: 6_000, groups: ['signs', 'spaces', 'data'], read: document('calendar', inEvent) }],
  [
    'chats of messengers',
    {
      size: 6_000,
      groups: ['signs', 'spaces', 'scripts', 'prose'],
      read: document('text', (text) => `[13.05.24, 17:30:12] Ada: ${text}\n13.05.24, 17:31 - ${text}\n`),
    },
  ],
  [
    'messages of Slack',
    {
      size: 6_000,
      groups: ['signs', 'spaces', 'html'],
      read: document('json', (text) => JSON.stringify([{ type: 'message', ts: '1714557660.0002', user: 'U1', text }])),
    },
  ],
  [
    'answers of Gemini',
    {
      size: 6_000,
      groups: ['signs', 'spaces', 'html'],
      read: document('json', (text) => JSON.stringify([geminiActivity(text)])),
    },
  ],
  [
    'pages of Gemini',
    {
      size: 3_000,
      groups: ['signs', 'html'],
      read: document('html', (text) => `<div class="outer-cell">Gemini<div class="content-cell">Prompted ${text}`),
    },
  ],
  [
    'CSV cells',
    {
      size: 12_000,
      groups: ['signs', 'spaces', 'data'],
      read: document('csv', (text) => `text,b\n"${text.replaceAll('"', '""')}",x\n`),
    },
  ],
  [
    'DOCX',
    {
      size: 1_000,
      groups: ['signs', 'html'],
      read: document('docx', (text) => docx(`<w:p><w:r><w:t>${ofXml(text)}</w:t></w:r></w:p>`)),
    },
  ],
  [
    'PDF',
    {
      size: 1_000,
      groups: ['signs', 'spaces'],
      read: document('pdf', (text) => pdf(`BT /F1 12 Tf 50 700 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`)),
    },
  ],
  [
    'notes',
    {
      size: 2_000,
      groups: ['signs', 'spaces', 'prose', 'notes'],
      read: document('markdown', (text) => `---\npermalink: a\ntags: [b]\n---\n${text}`),
    },
  ],
  [
    'properties of notes',
    {
      size: 12_000,
      groups: ['signs', 'spaces', 'data', 'notes'],
      read: document('markdown', (text) => `---\ntitle: a\n${text}\n---\nb [[c]]\n`),
    },
  ],
  [
    'concepts of OKF',
    {
      size: 2_000,
      groups: ['signs', 'spaces', 'prose'],
      read: document('markdown', (text) => `---\ntype: a\nverified: []\ntitle: b\n---\n${text}`),
    },
  ],
  [
    'front matter of OKF',
    {
      size: 3_900,
      groups: ['signs', 'spaces', 'data'],
      read: document('markdown', (text) => `---\ntype: a\nverified: []\n${text}\n---\nb\n`),
    },
  ],
  [
    'archives of notes',
    {
      size: 1_600,
      groups: ['signs', 'notes'],
      read: document('archive', (text) => zip([{ name: `${text.slice(0, 200)}/a.md`, data: Buffer.from(text) }])),
    },
  ],
  [
    'names in archives',
    {
      size: 2_000,
      groups: ['signs', 'spaces'],
      read: document('archive', (text) =>
        zip(text.match(/[\s\S]{1,40}/g)?.map((name, i) => ({ name: `${i}${name}.md`, data: Buffer.from('a') })) ?? []),
      ),
    },
  ],
  [
    'rows of a store',
    {
      size: 8_000,
      groups: ['signs', 'spaces', 'data', 'prose'],
      read: document('sqlite', (text) => {
        const content = text.replaceAll("'", "''").replaceAll('\0', '');
        return sqliteFile(
          `INSERT INTO memories VALUES (1, 'h', '${content}', '${content}', '${content}', '[${content}')`,
        );
      }),
    },
  ],
  [
    'conversations',
    {
      size: 48_000,
      groups: ['signs', 'spaces', 'prose'],
      read: document('json', (text) =>
        JSON.stringify([
          {
            uuid: 'u',
            name: text,
            chat_messages: [
              { sender: 'human', text },
              { sender: 'assistant', text },
            ],
          },
        ]),
      ),
    },
  ],
  [
    'observations of an export',
    {
      size: 8_000,
      groups: ['signs', 'spaces', 'data', 'prose'],
      read: document('json', (text) =>
        JSON.stringify({
          summaries: [],
          observations: [
            { project: text, title: text, narrative: text, facts: [text], concepts: `["${text}`, type: text },
          ],
        }),
      ),
    },
  ],
  ['own export', { size: 40_000, read: readOwnExport }],
  ['format', { size: 40_000, read: (text) => detectFormat('a', Buffer.from(text)) }],
  [
    'what stands below',
    {
      size: 1_600,
      groups: ['markdown', 'html'],
      read: document('markdown', (text) => `# ${text.replaceAll('\n', ' ')}\n\n${'- a\n'.repeat(text.length / 400)}`),
    },
  ],
  ['sentences', { size: 24_000, read: splitSentences }],
  ['packing', { size: 24_000, read: (text) => packSentences(text, 1_500, 8_990) }],
  ['unwrapping', { size: 80_000, read: (text) => unwrap(text.split('\n')) }],
  ['turns', { size: 24_000, groups: ['signs', 'spaces', 'prose'], read: (text) => splitTurns(lines(text)) }],
  ['small talk', { size: 80_000, read: saysNothing }],
  [
    'extraction',
    {
      size: 4_000,
      groups: ['signs', 'spaces', 'scripts', 'prose'],
      read: (text) => extractor.extract({ text, categories, similar: [], occurredAt: '2024-01-01T00:00:00Z' }),
    },
  ],
  [
    'corrections',
    { size: 3_000, groups: ['signs', 'spaces', 'scripts', 'prose'], read: (text) => extractor.lookUps?.(text) },
  ],
  [
    'what is overheard',
    {
      size: 3_000,
      groups: ['signs', 'spaces', 'scripts', 'prose'],
      read: (text) => extractor.extract({ text, categories, similar: [], occurredAt: '', overheard: 'eager' }),
    },
  ],
  ['secrets', { size: 10_000, read: (text) => [redactSecrets(text), redactKeys(text)] }],
  [
    'fences',
    {
      size: 40_000,
      groups: ['signs', 'spaces', 'html', 'own'],
      read: (text) => [fence(text, [{ title: text, text }]), fenceMarkdown(text, text)],
    },
  ],
  [
    'validation',
    {
      size: 80_000,
      read: (text) => {
        try {
          return validated(fields, storable({ content: text, tags: [text], meta: { [text]: text } }, { size: 1e9 }));
        } catch {
          return undefined;
        }
      },
    },
  ],
  ['identity', { size: 80_000, read: (text) => [contentIdentity(text), mended(text)] }],
  ['queries', { size: 24_000, groups: ['signs', 'spaces', 'scripts', 'prose'], read: (text) => analyzeQuery(text, 0) }],
  ['passages', { size: 6_000, groups: ['signs', 'spaces', 'scripts', 'prose'], read: analyzeMemory }],
  ['gists', { size: 24_000, read: (text) => gistOf(text).words() }],
]);
