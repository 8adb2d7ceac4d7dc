// How well the hook of a prompt recalls. On LoCoMo (github.com/snap-research/locomo): how many of the questions that the
// store can answer get an evidence memory within the hook's tokens; and how many prompts that have nothing to do with
// the store get nothing. For each threshold of relevance, and for what is in use. Arguments: the FILE of the conversations,
// and the FOLDER of an encoder to measure with, or `words` for none; without it the encoder of the package is used.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncoderEmbedder } from '../src/ai/encoder/encoder-embedder.ts';
import { EncoderProcess } from '../src/ai/encoder/encoder-process.ts';
import { readManifest } from '../src/ai/encoder/manifest.ts';
import { OwnEncoder, ownModel } from '../src/ai/encoder/own-encoder.ts';
import { localOwner, serviceScope } from '../src/domain/principal.ts';
import { leastHelpful } from '../src/domain/stores/recalls.ts';
import type { Store } from '../src/domain/stores/store.ts';
import { questionsIn, wantedFor } from '../src/service/hooks/prompt-query.ts';
import { assembleContext, type ContextMemory, tokenRoom } from '../src/service/retrieval/assemble.ts';
import { Embeddings } from '../src/service/retrieval/embeddings.ts';
import { added, makeCharacter, openFile } from './support/filling.ts';
import { report } from './support/report.ts';
import { measureSmallStores } from './support/small-stores.ts';
import { unrelatedPrompts } from './support/unrelated-prompts.ts';

const relevanceOf = ({ relevance = 0 }: ContextMemory) => relevance;

interface Conversation {
  id: string;
  memories: { key: string; content: string; sessionId: string; occurredAt: string }[];
  queries: { query: string; group: string; relevant: string[] }[];
}

/** The relevance of the best memory that counts, and the least that it must reach. */
interface Best {
  best: number;
  least: number;
}

/** Questions that the conversation does not answer (LoCoMo's category 5). */
const adversarial = '5';
const tokens = 600;
const thresholds = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6];

const [data = '../shared/eval/locomo-dev.json', folder] = process.argv.slice(2);
if (existsSync(data)) await measure(JSON.parse(readFileSync(data, 'utf8')));
else console.log(`skipped: ${data} is not there (name the file of the conversations)`);

async function measure(conversations: Conversation[]): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-recall-'));
  const store = await openFile(join(home, 'memory.db'));
  const encoding = folder === 'words' ? undefined : openEncoding(folder, store);
  const context = {
    store,
    embeddings: encoding?.embeddings,
    principal: localOwner('BUSINESS'),
    now: Date.now,
    newId: crypto.randomUUID,
    log: () => undefined,
  };
  /** By question, the best relevance of an evidence memory within the budget; by prompt, that of any memory. */
  const evidence: Best[] = [];
  const unrelated: Best[] = [];
  const silent: boolean[] = [];
  const given: number[] = [];
  try {
    for (const { id, memories, queries } of conversations) {
      const characterId = await makeCharacter(store, id);
      const keyOf = new Map<string, string>();
      for (const { key, content, sessionId, occurredAt } of memories) {
        const change = added(content, { sessionId, occurredAt: Date.parse(occurredAt), said: true });
        const by = { changedBy: 'bench', now: Date.now() };
        const [outcome] = await store.memories.write(serviceScope('local'), characterId, [change], by);
        if (outcome) keyOf.set(outcome.memory.id, key);
      }
      await encoding?.embedAll();
      const recalled = async (query: string) =>
        (await assembleContext(context, characterId, tokenRoom(tokens), { query, include: ['memories'], limit: 30 }))
          .memories;
      for (const { query, group, relevant } of queries) {
        if (group === adversarial) continue;
        const found = await recalled(query);
        const hits = found.filter((one) => relevant.includes(keyOf.get(one.id) ?? ''));
        evidence.push({
          best: Math.max(0, ...hits.map(relevanceOf)),
          least: leastHelpful,
        });
        given.push(found.filter((one) => relevanceOf(one) >= leastHelpful).length);
      }
      for (const prompt of unrelatedPrompts) {
        const found = await recalled(prompt);
        const wanted = wantedFor(prompt, questionsIn(prompt));
        const inUse = await assembleContext(context, characterId, tokenRoom(tokens), wanted);
        silent.push(inUse.memories.length === 0);
        unrelated.push({
          best: Math.max(0, ...found.map(relevanceOf)),
          least: leastHelpful,
        });
      }
    }
    report('recall from small stores', await measureSmallStores(store, context, tokens, encoding?.embedAll));
  } finally {
    await encoding?.close();
    await store.close();
    rmSync(home, { recursive: true, force: true });
  }
  const share = (list: Best[], test: (one: Best) => boolean) => list.filter(test).length / list.length;
  const row = (threshold: string, reaches: (one: Best) => boolean) => ({
    threshold,
    'questions with evidence': share(evidence, reaches),
    'unrelated prompts silent': share(unrelated, (one) => !reaches(one)),
  });
  report('recall', [
    ...thresholds.map((least) => row(String(least), ({ best }) => best >= least)),
    {
      ...row('in use', ({ best, least }) => best >= least),
      'unrelated prompts silent': silent.filter(Boolean).length / silent.length,
    },
  ]);
  console.log(
    `${evidence.length} questions, ${unrelated.length} prompts; memories a question: ${given.reduce((a, b) => a + b, 0) / given.length}`,
  );
}

/** The encoder of the package, or the one in a folder, without a timeout for searches. */
function openEncoding(folder: string | undefined, store: Store) {
  const { model, encoder } = folder === undefined ? { model: ownModel, encoder: new OwnEncoder() } : installed(folder);
  const embeddings = new Embeddings(new EncoderEmbedder(model, encoder), () => undefined, { timeoutMs: 60_000 });
  const { embedder } = embeddings;
  return {
    embeddings,
    /** Embeds every memory of the local tenant that waits. */
    async embedAll(): Promise<void> {
      const generation = { ...embedder.generation, dimensions: model.dimensions };
      await store.embeddings.useModel(generation);
      for (;;) {
        const waiting = await store.embeddings.takeWaiting(generation, 'local', 100, 1_000_000);
        if (waiting.length === 0) return;
        const { vectors } = await embedder.embed(waiting.map(({ content }) => content));
        await store.embeddings.save(
          generation,
          waiting.map((one, i) => ({ ...one, vector: vectors[i] })),
        );
      }
    },
    close: () => encoder.close(),
  };
}

/** An encoder in a folder, by the built program. */
function installed(folder: string) {
  const model = readManifest(folder);
  if (!model) throw new Error(`there is no encoder in ${folder}`);
  const file = join(process.cwd(), 'dist/encoder.cjs');
  return { model, encoder: new EncoderProcess({ folder, reading: model, file, env: process.env }) };
}
