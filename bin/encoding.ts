import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Encoder, encoderFiles } from '../src/ai/encoder/encoder.ts';
import { EncoderEmbedder } from '../src/ai/encoder/encoder-embedder.ts';
import { type EncoderManifest, readManifest } from '../src/ai/encoder/manifest.ts';
import { ownModel } from '../src/ai/encoder/own-encoder.ts';
import { usualGeneration } from '../src/ai/openai-embedder.ts';
import type { Embedder } from '../src/domain/ai.ts';
import { SteppingJob } from '../src/service/background/background.ts';
import { EmbeddingWorker } from '../src/service/background/embedding-worker.ts';
import type { Services } from '../src/service/context.ts';
import { Embeddings } from '../src/service/retrieval/embeddings.ts';

/** How often a process checks for `encoder on` or `encoder off` (ms). */
const defaultPollMs = 2_000;

/** Makes the installed encoder; without one, that of the package. */
export type StartEncoder = (installed?: { folder: string; manifest: EncoderManifest }) => Encoder;

interface EncodingOptions {
  /** The folder of the larger encoder, installed or not; absent: no encoder is used, nor that of the package. */
  folder: string | undefined;
  start: StartEncoder;
  /** The embedder of the configured provider, used while no encoder is installed. */
  provided: Embedder | undefined;
  /** Wraps an embedder with metrics. */
  watched: (embedder: Embedder) => Embedder;
  /** Whether memories are embedded here, or only queries. */
  embeds: boolean;
  /** Whether tenants may have embeddings of their own. */
  hasTenants: boolean;
  pollMs?: number;
}

/** What embeds at the moment. */
interface Current {
  /** Which installation of an encoder it is; undefined without one. */
  installation: string | undefined;
  encoder?: Encoder | undefined;
  embedder?: Embedder | undefined;
  embeddings?: Embeddings | undefined;
  worker?: EmbeddingWorker | undefined;
}

/**
 * The embeddings of this process: by the encoder if one is installed, else by the provider, else by the encoder of the
 * package, which gives way to tenants' own (see `EmbeddingWorker`). It follows `encoder on` and `encoder off`, so that servers need no restart.
 */
export class Encoding extends SteppingJob {
  readonly #services: Services;
  readonly #options: EncodingOptions;
  #current: Current = { installation: undefined };
  #isStarted = false;

  /** @param services are given the embeddings, now and after each change */
  private constructor(services: Services, options: EncodingOptions) {
    super();
    this.#services = services;
    this.#options = options;
  }

  static async open(services: Services, options: EncodingOptions): Promise<Encoding> {
    const encoding = new Encoding(services, options);
    encoding.#use(await encoding.#installation());
    return encoding;
  }

  /** What embeds at the moment, if anything does. */
  get embedder(): Embedder | undefined {
    return this.#current.embedder;
  }

  /** The model of vectors that tenants may have of their own: they go before those of the encoder of the package. */
  get storeModel(): string {
    const { embedder } = this.#current;
    return embedder && !embedder.onMachine?.isOwn ? embedder.generation.name : usualGeneration;
  }

  override start(): void {
    this.#isStarted = true;
    this.#current.worker?.start();
    super.start();
  }

  protected async step(): Promise<number | undefined> {
    const { folder, pollMs = defaultPollMs } = this.#options;
    if (folder === undefined) return undefined;
    const installation = await this.#installation();
    if (installation === this.#current.installation || this.stopping.signal.aborted) return pollMs;
    const before = this.#current;
    this.#use(installation);
    await end(before);
    await this.#forget(before);
    this.#services.log('info', installation === undefined ? 'the encoder is off' : 'the encoder is on');
    return pollMs;
  }

  protected failed(error: unknown): number {
    this.#services.log('warn', 'a change of the encoder could not be followed', { error });
    return (this.#options.pollMs ?? defaultPollMs) * 10;
  }

  override async stop(): Promise<void> {
    await super.stop();
    await end(this.#current);
  }

  /** Tells one installation from another: each puts a new file in place. */
  async #installation(): Promise<string | undefined> {
    const { folder } = this.#options;
    if (folder === undefined) return undefined;
    const found = await stat(join(folder, encoderFiles.manifest)).catch(() => undefined);
    return found && `${found.ino} ${found.mtimeMs}`;
  }

  #use(installation: string | undefined): void {
    const { provided, embeds, hasTenants } = this.#options;
    const { log, withoutVectors } = this.#services;
    // A user who installed an encoder does not want queries to leave the machine.
    const made = (installation === undefined ? undefined : this.#installed()) ?? (provided ? undefined : this.#own());
    const embedder = made?.embedder ?? provided;
    const isUsed = embedder !== undefined && withoutVectors === undefined;
    const embeddings = isUsed ? new Embeddings(embedder, log) : undefined;
    this.#current = { installation, embedder, embeddings, encoder: made?.encoder };
    if (embeds && (embeddings || (hasTenants && withoutVectors === undefined))) {
      const worker = new EmbeddingWorker(this.#services, embeddings, { storeModel: this.storeModel });
      this.#current.worker = worker;
      if (this.#isStarted) worker.start();
    }
    this.#services.embeddings = embeddings;
    this.#services.tenantAi?.use(embeddings, this.storeModel);
  }

  /** The encoder of the package, unless it is turned off. It loads nothing yet. */
  #own(): { encoder: Encoder; embedder: Embedder } | undefined {
    const { folder, start, watched } = this.#options;
    if (folder === undefined) return undefined;
    const encoder = start();
    return { encoder, embedder: watched(new EncoderEmbedder(ownModel, encoder)) };
  }

  #installed(): { encoder: Encoder; embedder: Embedder } | undefined {
    const { folder, start, watched } = this.#options;
    try {
      const manifest = folder === undefined ? undefined : readManifest(folder);
      if (folder === undefined || manifest === undefined) return undefined;
      const encoder = start({ folder, manifest });
      return { encoder, embedder: watched(new EncoderEmbedder(manifest, encoder)) };
    } catch (error) {
      this.#services.log('warn', 'the encoder is not used', { error });
      return undefined;
    }
  }

  /** Drops this process's vectors after `encoder off` dropped all; a provider's vectors replace it by themselves. */
  async #forget({ embedder }: Current): Promise<void> {
    const { store } = this.#services;
    if (!this.#options.embeds || !embedder?.onMachine || this.#current.embedder) return;
    const stored = await store.embeddings.currentModel();
    if (stored?.name === embedder.generation.name) await store.embeddings.dropAll();
  }
}

async function end({ worker, encoder }: Current): Promise<void> {
  await worker?.stop();
  await encoder?.close();
}
