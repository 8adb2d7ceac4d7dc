import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localOwner, serviceScope } from '../../src/domain/principal.ts';
import { isMachineStore } from '../../src/domain/stores/store.ts';
import { HttpServer } from '../../src/features/replicas/service/http-server.ts';
import { exchangeOnce } from '../../src/features/replicas/service/replica.ts';
import { addMemories, makeCharacter, openFile } from './filling.ts';
import { smallNotes } from './small-notes.ts';

/** Notes as people write them, in two more scripts. */
const german = [
  'Der Zahnarzttermin ist am Dienstag um halb neun in der Lindenstraße.',
  'Wir haben uns für PostgreSQL entschieden, weil die Rechte je Zeile geprüft werden.',
  'Meine Schwester Jana zieht im März mit den Kindern nach Freiburg.',
  'Ich trinke nach dem Mittagessen keinen Kaffee mehr, nur noch grünen Tee.',
  'Der Schlüssel zum Gartenhaus liegt unter dem dritten Blumentopf von links.',
];
const chinese = [
  '牙医预约在星期二早上八点半，地点是林登大街。',
  '我们决定使用 PostgreSQL，因为它能按行检查权限。',
  '我妹妹佳娜三月要带孩子搬到弗莱堡去住。',
  '午饭以后我不再喝咖啡，只喝绿茶。',
  '花园小屋的钥匙在左边第三个花盆下面。',
];

/** Bytes of bodies a byte of text: those up, with their answers, and those down to another replica. */
export async function measureWire(url: string, key: string, turns: readonly string[]) {
  const rows: Record<string, string | number>[] = [];
  const kinds: [string, readonly string[]][] = [
    ['conversations', turns],
    ['notes in English', smallNotes.map(({ memory }) => memory)],
    ['notes in German', german],
    ['notes in Chinese', chinese],
  ];
  for (const [what, texts] of kinds) {
    for (const page of [1, 500]) {
      if (texts.length < page && page === 500 && texts !== turns) continue;
      rows.push({ what, changes: Math.min(page, texts.length), ...(await oneWay(url, key, texts.slice(0, page))) });
    }
    if (texts !== turns) rows.push({ what, changes: texts.length, ...(await oneWay(url, key, texts)) });
  }
  return rows;
}

/** The texts go up from one store, and down to another one. */
async function oneWay(url: string, key: string, texts: readonly string[]) {
  const characterId = await made(url, key);
  let bytes = { up: 0, down: 0 };
  const counting: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    bytes.up += Buffer.byteLength((init?.body as string | Uint8Array) ?? '');
    bytes.down += Number(response.headers.get('content-length'));
    return response;
  };
  const server = new HttpServer(url, key, counting);
  const of = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const sending = await replica(server, characterId);
  const getting = await replica(server, characterId);
  const left = [...texts];
  await addMemories(sending.store, sending.characterId, texts.length, () => left.shift() as string);
  bytes = { up: 0, down: 0 };
  await sending.exchange();
  const sent = bytes;
  bytes = { up: 0, down: 0 };
  await getting.exchange();
  for (const one of [sending, getting]) await one.close();
  return {
    textBytes: of / texts.length,
    up: sent.up / of,
    answered: sent.down / of,
    'to another': (bytes.up + bytes.down) / of,
  };
}

async function made(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: crypto.randomUUID() });
  const response = await fetch(`${url}/v1/characters`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

/** A store in which a new character is connected and has exchanged all. */
async function replica(server: HttpServer, remoteId: string) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-wire-'));
  const store = await openFile(join(folder, 'memory.db'));
  if (!isMachineStore(store)) throw new Error('a file has replicas');
  const characterId = await makeCharacter(store, 'Ada');
  const { storeId } = await server.exchange(remoteId, { changes: [] });
  const connection = { url: 'http://localhost', storeId, member: 'bench', keyFile: '' };
  await store.replicas.connect(serviceScope('local'), connection, [{ characterId, remoteId }], Date.now());
  const context = { store, principal: localOwner('BUSINESS'), now: Date.now };
  const exchange = async () => {
    while (await exchangeOnce(context, server, connection, { characterId, remoteId }));
  };
  await exchange();
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, characterId, exchange, close };
}
