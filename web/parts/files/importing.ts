import { type Signal, signal } from '@preact/signals';
import { Failure } from '../../client/client.ts';
import type { HttpClient } from '../../client/http-client.ts';
import { t, tn } from '../../languages/translate.ts';
import type { Shared } from '../../shell/shared.ts';
import { Edits } from '../memory/edits.ts';
import { staying } from '../staying.ts';
import { documentsOf, type LeftOut } from './documents.ts';
import type { Dropped } from './dropped.ts';
import type { Given, How, Report, Takes, Without } from './given.ts';

/** How long a choice of conversations rests before what it gives is counted again. */
const restMs = 500;

/** How many memories of a part can be chosen one by one. */
const maxShown = 500;

/** At first conversations give only what was said to be kept. */
const least: Takes = { answers: false, passing: false };

/** The longest wait for the rate of imports (s). */
const maxWaitSeconds = 60;

/** What an import needs of the dashboard. */
type Page = Shared & { readonly http: HttpClient };

/** What an import has brought. */
export interface Brought {
  batchId: string;
  characterId: string;
  documents: readonly { name: string; report: Report }[];
  undo: () => Promise<void>;
  /** Those that could not be read. */
  unread: readonly Pick<Given, 'name' | 'failure'>[];
}

/** An import of documents: a dry run, the user's choice, then the import. It goes on while other pages are shown. */
export class Importing {
  /** The documents with the results of their dry run, or with why they failed; undefined: there is no import. */
  readonly given: Signal<readonly Given[] | undefined> = signal(undefined);
  /** Files of folders that are not read. */
  readonly leftOut: Signal<LeftOut> = signal(new Map());
  /** 0 to 1; null: unknown; undefined: nothing runs. */
  readonly progress: Signal<number | null | undefined> = signal(undefined);
  /** The document that is with the service, by its place and name. */
  readonly present: Signal<{ at: number; of: number; name: string } | undefined> = signal(undefined);
  /** Whether memories are being stored; otherwise a dry run. */
  readonly isStoring = signal(false);
  /** Whether the user has put the dialog aside. */
  readonly isAside = signal(false);
  /** Documents (by name), conversations and single memories that are not to be imported, and what else of conversations is. */
  readonly without: Signal<ReadonlySet<string>> = signal(new Set());
  readonly others: Signal<ReadonlySet<string>> = signal(new Set());
  readonly memories: Signal<ReadonlySet<string>> = signal(new Set());
  readonly takes: Signal<Takes> = signal(least);
  /** Whether what the present choice gives is being counted. */
  readonly isCounting = signal(false);
  /** Who remembers it. */
  readonly ownerId = signal('');
  /** The result of the last import. */
  readonly brought: Signal<Brought | undefined> = signal(undefined);
  readonly #page: Page;
  #ending = new AbortController();
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Reads files and shows what they would give. */
  async look(files: readonly Dropped[], ownerId: string): Promise<void> {
    if (files.length === 0) {
      this.#page.toasts.show(t('There is no file in it that is read.'));
      return;
    }
    this.given.value = [];
    this.without.value = new Set();
    this.others.value = new Set();
    this.memories.value = new Set();
    this.takes.value = least;
    this.ownerId.value = ownerId;
    this.isAside.value = false;
    const ending = this.#begin();
    const { documents, leftOut } = await documentsOf(files);
    this.leftOut.value = leftOut;
    await this.#preview(documents, ending);
  }

  /** Leaves out these documents and memories. */
  leaveOut({ parts, memories }: Without): void {
    this.without.value = parts;
    this.memories.value = memories;
  }

  /** Leaves out these conversations and memories, and counts what the other conversations give. */
  choose({ parts: others, memories }: Without): void {
    const isSame = others.size === this.others.value.size && [...others].every((id) => this.others.value.has(id));
    this.memories.value = memories;
    if (!isSame) this.#chooseParts(others);
  }

  #chooseParts(others: ReadonlySet<string>): void {
    this.others.value = others;
    this.given.value = this.given.value?.map((one) => ({ ...one, chosen: estimated(one, others) }));
    const ending = this.#renew();
    this.isCounting.value = true;
    this.#resting = setTimeout(() => void this.#count(ending), restMs);
  }

  take(takes: Takes): void {
    this.takes.value = takes;
    void this.#preview(this.given.value ?? [], this.#begin());
  }

  giveTo(characterId: string): void {
    this.ownerId.value = characterId;
    void this.#preview(this.given.value ?? [], this.#begin());
  }

  /** Ends the present document; memories of earlier ones stay, and Undo takes them back. */
  cancel(): void {
    this.#renew();
    this.progress.value = undefined;
    this.given.value = undefined;
  }

  /** Stores what was chosen, as one batch. */
  async store(): Promise<void> {
    const { toasts } = this.#page;
    const ending = this.#begin();
    const batchId = newBatch();
    const characterId = this.ownerId.value;
    this.isStoring.value = true;
    // Retries failed documents.
    const usable = (this.given.value ?? []).flatMap(({ name, content, report }) =>
      report && !this.without.value.has(name) ? { name, content, report } : [],
    );
    const results = await staying(
      this.#each(usable, { ...this.#chosen(), dryRun: false, batchId, without: [...this.memories.value] }, ending),
    );
    this.isStoring.value = false;
    this.#page.changed();
    const failed = results.filter(({ failure }) => failure !== undefined);
    const documents = results.flatMap(({ name, report, failure }) =>
      report && failure === undefined && report.memoriesAdded > 0 ? [{ name, report }] : [],
    );
    const added = documents.reduce((sum, { report }) => sum + report.memoriesAdded, 0);
    if (failed.length < results.length) {
      const unread = (this.given.value ?? []).filter(({ report }) => !report);
      const undo = async () => {
        await new Edits(this.#page).undoBatches([{ batchId }]);
        this.brought.value = undefined;
      };
      this.brought.value = { batchId, characterId, documents, unread, undo };
      const name = this.#page.character(characterId)?.name ?? '';
      const said = tn(added, 'Imported {n} memory for {name}', 'Imported {n} memories for {name}', { name });
      toasts.show(said, added > 0 ? undo : undefined, batchId);
    }
    if (!ending.signal.aborted) this.given.value = failed.length > 0 ? failed : undefined;
  }

  #how() {
    return { characterId: this.ownerId.value, ...this.takes.value };
  }

  #chosen() {
    const { value: others } = this.others;
    return { ...this.#how(), isChosen: (id: string) => !others.has(id) };
  }

  #begin(): AbortController {
    const ending = this.#renew();
    this.progress.value = null;
    return ending;
  }

  /** Ends what runs. */
  #renew(): AbortController {
    clearTimeout(this.#resting);
    this.isCounting.value = false;
    this.#ending.abort();
    this.#ending = new AbortController();
    return this.#ending;
  }

  /** A dry run of the documents with conversations, while the user goes on choosing. */
  async #count({ signal: ended }: AbortController): Promise<void> {
    const counted: Given[] = [];
    for (const one of this.given.value ?? []) {
      const isPart = one.report?.conversations?.some(({ id }) => this.others.value.has(id)) ?? false;
      const count = () => this.#send(one, { ...this.#chosen(), dryRun: true }, () => {}, ended);
      const { report: chosen, ...more } = isPart
        ? await whenAllowed(count, ended).then(reported(one), failed(one))
        : { report: undefined };
      if (ended.aborted) return;
      counted.push({ ...one, ...more, chosen });
    }
    this.given.value = counted;
    this.isCounting.value = false;
  }

  /** A dry run of what can be read. */
  async #preview(documents: readonly Given[], ending: AbortController): Promise<void> {
    const isReadable = ({ content }: Given) => content !== '';
    const read = await this.#each(documents.filter(isReadable), { ...this.#how(), dryRun: true }, ending);
    if (ending.signal.aborted) return;
    this.given.value = [...read, ...documents.filter((one) => !isReadable(one))];
    if (this.others.value.size > 0) this.#chooseParts(this.others.value);
  }

  /** Serial, so that the bar shows progress. When cancelled: the answers so far. */
  async #each(documents: readonly Given[], how: How, { signal: ended }: AbortController): Promise<Given[]> {
    const results: Given[] = [];
    for (const one of documents) {
      const tell = (share: number) => {
        if (!ended.aborted) this.progress.value = (results.length + share) / documents.length;
      };
      this.present.value = { at: results.length + 1, of: documents.length, name: one.name };
      if (results.length > 0) tell(0);
      const send = () => this.#send(one, how, tell, ended);
      const answered = await whenAllowed(send, ended).then(reported(one), failed(one));
      if (ended.aborted) return results;
      results.push(answered);
    }
    this.progress.value = undefined;
    this.present.value = undefined;
    return results;
  }

  #send(one: Given, given: How, tell: (share: number) => void, ended: AbortSignal): Promise<Report> {
    const { isChosen = () => true, without = [], ...how } = given;
    const own = one.report?.conversations?.map(({ id }) => id) ?? [];
    const { examples = [], conversations = [] } = one.report ?? {};
    const shown = new Set([...examples, ...conversations.flatMap((each) => each.examples ?? [])]);
    return this.#page.http.follow(
      'importDocument',
      {
        fileName: one.name,
        fileContent: one.content,
        encoding: 'base64',
        ...how,
        ...(how.dryRun ? { examples: maxShown } : { without: without.filter((text) => shown.has(text)) }),
        ...(!own.every(isChosen) && { conversations: own.filter(isChosen) }),
      },
      (done, total) => tell(done / total),
      ended,
    );
  }
}

/** What the chosen conversations give, until it is counted: what they give one by one. */
function estimated({ report }: Given, others: ReadonlySet<string>): Report | undefined {
  const left = report?.conversations?.filter(({ id }) => others.has(id)) ?? [];
  if (!report || left.length === 0) return undefined;
  const least = left.reduce((sum, { added = 0 }) => sum - added, report.memoriesAdded);
  return { ...report, memoriesAdded: Math.max(0, least) };
}

const reported =
  (one: Given) =>
  (report: Report): Given => ({ ...one, report, chosen: undefined, failure: undefined });
const failed =
  (one: Given) =>
  (failure: unknown): Given => ({ ...one, failure });

/** The id of a batch (UUID, version 4). `randomUUID` needs TLS. */
function newBatch(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/** Tries again when the rate of imports allows it: a folder holds more documents than a minute takes. */
async function whenAllowed<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const wait = error instanceof Failure && error.status === 429 ? error.retryAfter : undefined;
      if (wait === undefined || wait > maxWaitSeconds || tries > 2 || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    }
  }
}
