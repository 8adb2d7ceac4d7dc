import { computed, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Character, neededRoles, roles } from '../client/api.ts';
import { Failure, type OperationName, type Output } from '../client/client.ts';
import { HttpClient } from '../client/http-client.ts';
import { signedByPasskey } from '../client/passkeys.ts';
import { t } from '../languages/translate.ts';
import type { Dropped } from '../parts/files/dropped.ts';
import type { Importing } from '../parts/files/importing.ts';
import { inDashboard } from '../parts/memory/change.ts';
import type { Remembering } from '../parts/memory/remembering.ts';
import { Later } from './later.ts';
import type { Offers } from './offers.ts';
import type { PageInfo } from './page.ts';
import { keepRemembered, readRemembered } from './remembered.ts';
import { type ChangedBy, Shared, useShared } from './shared.ts';
import { Views } from './views.ts';
import { isPair, type Waiting } from './waiting.ts';

export type { PageInfo, PageProps } from './page.ts';

/** The background work on one character. */
export interface Waits {
  characterId: string;
  /** Absent where files are no part of the plan. */
  capture: Output<'getSyncStatus'>['capture'] | undefined;
}

/** The age (ms) at which cached figures of captures are fetched again. */
const captureMs = 15_000;

/** A link of `ui`, or one that an admin made. */
type LinkKind = 'ui' | 'member';

/** State that all pages share. */
export class Dashboard extends Shared {
  readonly http: HttpClient;
  /** The page of an address. A parameter, because pages import this file. */
  readonly pageAt: (address: string) => PageInfo;
  /** Whether somebody is signed in; undefined: it is not known yet. */
  readonly isSignedIn: Signal<boolean | undefined> = signal(undefined);
  readonly signInFailure: Signal<Failure | undefined> = signal(undefined);
  /** The kind of link that did not sign in, because it was used or has run out. */
  readonly spent: Signal<LinkKind | undefined> = signal(undefined);
  /** The secret of a sign-in link by which the page was opened, until the user has decided on it. */
  readonly link: Signal<string | undefined> = signal(undefined);
  readonly #read: Signal<Character[] | undefined> = signal(undefined);
  /** Who has memories, those written to last first. */
  readonly characters = computed(() => this.#read.value?.map((one) => ({ ...one, name: this.nameOf(one) })));
  /** Others that an address named, by id. */
  readonly namedCharacters: Signal<ReadonlyMap<string, Character>> = signal(new Map());
  readonly totalCharacters = signal(0);
  /** Who is signed in; undefined: not known yet. */
  readonly me: Signal<Output<'whoami'> | undefined> = signal(undefined);
  readonly tier: Signal<Output<'getTier'> | undefined> = signal(undefined);
  /** The background work on the character that is looked at. */
  readonly waits: Signal<Waits | undefined> = signal(undefined);
  /** The cards of the Queue over all characters, as last read; undefined: not yet. */
  readonly cards: Signal<readonly Waiting[] | undefined> = signal(undefined);
  /** How many pairs wait, also those that were not read, by the id of a character, and undefined for all. */
  readonly pairs: Signal<ReadonlyMap<string | undefined, number>> = signal(new Map());
  /** Why the shell's own data could not be read. */
  readonly failure: Signal<Failure | undefined> = signal(undefined);

  /** The last chosen character: an id, or `all`. */
  readonly remembered: Signal<string | undefined> = signal(readRemembered());
  /** Whether all characters were chosen before the present address; false after Back, which shows what was before. */
  wasAll = false;
  /** The character that was looked at last: pages whose address names none show it. */
  lastOne: string | undefined;
  readonly views = new Views();
  readonly later = new Later();
  /** Files that were dropped on the page and are not handled yet. */
  readonly dropped: Signal<readonly Dropped[] | undefined> = signal(undefined);
  /** The import of the last dropped or chosen files. */
  readonly importing: Signal<Importing | undefined> = signal(undefined);
  /** What the dialog that forgets is about: a name or a topic, or all that a member wrote. */
  readonly forgetting: Signal<{ words: string } | { author: string } | undefined> = signal(undefined);
  readonly remembering: Signal<Remembering | undefined> = signal(undefined);
  /** What the shown parts of the page offer in the palette. */
  readonly offered: Signal<readonly { readonly current: Offers }[]> = signal([]);
  /** The names of the pages that were shown, the last one first. */
  visited: readonly string[] = [];
  /** Whether a key sent the question of the search field: its results get the focus. */
  isAsked = false;
  /** Whether the service answers, as far as is known. */
  readonly isReached: Signal<boolean> = signal(true);

  #captureReadAt = Number.NEGATIVE_INFINITY;
  /** The first member that this page has shown. */
  #member: string | undefined;
  /** Another page is about to take the place of this one, which then asks nobody to sign in. */
  #isLeaving = false;

  constructor(pageAt: (address: string) => PageInfo) {
    const http = new HttpClient(() => {
      if (this.#isLeaving) return;
      this.isSignedIn.value = false;
      this.me.value = undefined;
    });
    super(http);
    this.http = http;
    this.pageAt = pageAt;
    addEventListener('popstate', () => {
      this.wasAll = false;
    });
  }

  /** Whether it is `ui`, for the user of this machine alone. */
  get isOfMachine() {
    return this.me.value?.member.name === inDashboard;
  }

  /** Begins with the code of a link, or with the session that the browser still has. */
  start(code: string | undefined): Promise<void> {
    return code === undefined ? this.refresh() : this.signIn(code, 'ui');
  }

  /**
   * With a key, a sign-in link or the code of `ui`. If that fails, the browser's present session continues.
   * @param by the link that has it
   */
  async signIn(key: string, by?: LinkKind): Promise<void> {
    this.spent.value = undefined;
    await this.#signIn(() => this.http.signIn({ key }));
    if (this.signInFailure.value?.type === 'Unauthorized' && !this.isSignedIn.value) this.spent.value = by;
  }

  /** With a passkey that the user chooses. */
  signInByPasskey(): Promise<void> {
    return this.#signIn(async () => this.http.signIn({ passkey: await signedByPasskey(this.http) }));
  }

  async #signIn(exchange: () => Promise<void>): Promise<void> {
    this.signInFailure.value = undefined;
    try {
      await exchange();
      this.me.value = undefined;
      this.cards.value = undefined;
    } catch (error) {
      this.signInFailure.value = error as Failure;
      if (this.isSignedIn.value) this.toasts.fail(error);
      if (this.isSignedIn.value !== undefined) return;
    }
    await this.refresh();
    const member = this.me.value?.member.id;
    if (this.#member === member || member === undefined) super.changed();
    else {
      this.#leaveNothing();
      location.reload();
    }
  }

  /** @param address where the next user signs in; default: the same page, without a question */
  async signOut(address = location.pathname): Promise<void> {
    await this.http.signOut();
    this.#leaveNothing();
    location.replace(address);
  }

  /** The next user of the tab gets a new page, also where Back leads to this one, and no unsaved text. */
  #leaveNothing(): void {
    this.#isLeaving = true;
    this.drafts.clear();
    addEventListener('pageshow', () => location.reload());
  }

  /** Reads the data of the shell. */
  async refresh(): Promise<void> {
    try {
      await Promise.all([this.#readCharacters(), this.#readTier()]);
      this.failure.value = undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status !== 401) this.failure.value = error;
    }
  }

  /** Pages wait for it, and for the offered features, which do not change during the session. */
  async #readCharacters(): Promise<void> {
    const named = [...this.namedCharacters.value.keys()].at(-1);
    const [{ characters, total }, me] = await Promise.all([
      this.client.call('listCharacters', { limit: 100, sortBy: 'LAST_MEMORY_AT' }),
      this.me.value?.ownCharacter === undefined ? this.client.call('whoami', {}) : this.me.value,
      // If it no longer exists, the page says so.
      named === undefined ? undefined : this.findCharacter(named).catch(() => undefined),
    ]);
    this.me.value = me;
    this.#member ??= me.member.id;
    this.#read.value = characters;
    this.totalCharacters.value = total;
    this.isSignedIn.value = true;
  }

  async #readTier(): Promise<void> {
    this.tier.value = await this.client.call('getTier', {});
  }

  /** Reads the data that a character's memories refer to. */
  async readAbout(characterId: string): Promise<void> {
    const [, { files }] = await Promise.all([
      this.readCategories(characterId),
      this.client.call('listFiles', { characterId, limit: 100 }),
    ]);
    this.know(files);
  }

  /** Reads the background work. */
  async readWaits(characterId: string, signal: AbortSignal): Promise<void> {
    const isSame = this.waits.value?.characterId === characterId;
    if (isSame && performance.now() - this.#captureReadAt < captureMs) return;
    this.#captureReadAt = performance.now();
    const status = await this.client.call('getSyncStatus', { characterId }, signal).catch(() => undefined);
    if (!signal.aborted) this.waits.value = { characterId, capture: status?.capture };
  }

  /** Reads a character that is not among those of the rail: the last of those that were named. */
  async findCharacter(characterId: string): Promise<void> {
    const found = await this.client.call('getCharacter', { characterId });
    const named = new Map(this.namedCharacters.value);
    named.delete(characterId);
    this.namedCharacters.value = named.set(characterId, { ...found, name: this.nameOf(found) });
  }

  /** The id of the user's own character, which is made if there is none; `otherwise` where the user may not. Failures. */
  async ownCharacter(otherwise?: string): Promise<string> {
    if (otherwise !== undefined && !this.may('createCharacter')) return otherwise;
    const { id } = await this.client.call('getCharacter', { characterId: 'me' });
    await this.refresh();
    return id;
  }

  /**
   * How many cards wait for the user in the Queue, without those that were put off and what can wait; undefined: not known yet.
   * @param characterId default: of all
   */
  waiting(characterId?: string): number | undefined {
    const read = this.cards.value?.filter(
      (one) =>
        (characterId === undefined || one.characterId === characterId) &&
        this.may('reviewChange', one.characterId || undefined),
    );
    const pairs = this.may('reviewChange', characterId) ? (this.pairs.value.get(characterId) ?? 0) : 0;
    const unread = Math.max(0, pairs - (read?.filter(isPair).length ?? 0));
    return read && read.filter(({ key }) => !this.later.has(key)).length + unread;
  }

  /** Stores the chosen character for the next visit. */
  remember(id: string): void {
    this.remembered.value = id;
    keepRemembered(id);
  }

  /** The user's own is Personal; where another one is called so too, its own name tells them apart. */
  readonly nameOf = ({ id, name }: Pick<Character, 'id' | 'name'>): string => {
    if (id !== this.me.value?.ownCharacter) return name;
    const [own, all = []] = [t('Personal'), this.#read.value];
    const isTwice = all.some((one) => one.id !== id && one.name === own);
    return isTwice ? `${own} (${all.find((one) => one.id === id)?.name ?? name})` : own;
  };

  override character(id: string): Character | undefined {
    return this.characters.value?.find((one) => one.id === id) ?? this.namedCharacters.value.get(id);
  }

  /** Also checks the role of the signed-in user. Unknown permissions count as granted. */
  override may(name: OperationName, characterId?: string): boolean {
    const role = this.me.value?.member.role;
    const has = role === undefined || roles.indexOf(role) >= roles.indexOf(neededRoles[name] ?? roles[0]);
    return has && super.may(name, characterId);
  }

  override changed(by?: ChangedBy): void {
    super.changed(by);
    void this.refresh();
  }
}

export function useDashboard(): Dashboard {
  const dashboard = useShared();
  if (!(dashboard instanceof Dashboard)) throw new Error('outside of the dashboard');
  return dashboard;
}

/**
 * Reads a character's categories and files, to which memories refer. The page's own request reports failures.
 * @param version read again when it changes
 */
export function useAbout(characterId: string | undefined, version?: number): void {
  const dashboard = useDashboard();
  useEffect(() => {
    if (characterId !== undefined) void dashboard.readAbout(characterId).catch(() => undefined);
  }, [dashboard, characterId, version]);
}
