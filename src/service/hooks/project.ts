import { onceDone } from '../../base/once.ts';
import { type CategoryPreset, projectPreset } from '../../domain/category.ts';
import type { Project, WaitLimits } from '../../domain/project-rules.ts';
import type { NewCharacter } from '../../domain/stores/characters.ts';
import type { AskedProject, ProjectMemory } from '../../domain/stores/projects.ts';
import { isMachineStore } from '../../domain/stores/store.ts';
import { hasFeature } from '../../domain/tier.ts';
import { findWritableCharacter, newCharacter } from '../characters.ts';
import type { Anchoring, Context, Layers, OnMachine, OwnMemory, ReadingContext } from '../context.ts';

/**
 * The memory to use: a character by its id, alias or name, for all; or a project's and the user's own. Outside of
 * repositories a folder counts only if it is known as a project. `me` and `project` are `meant` where no character has
 * such a name.
 */
export type MemoryOwner = { character: string; meant?: FolderOwner | undefined } | FolderOwner;

export type FolderOwner =
  | { project: Project; person?: Project | undefined }
  | { person: Project; folder?: Project | undefined };

async function meantOwner({ store, principal }: OnMachine<ReadingContext>, owner: MemoryOwner): Promise<MemoryOwner> {
  const isMeant = 'character' in owner && owner.meant && !(await store.characters.find(principal, owner.character));
  return isMeant ? owner.meant! : owner;
}

/** Look-ups in a project's files, made only if nothing else identifies it. */
export interface ProjectFiles {
  rootCommit(project: Project): Promise<string | undefined>;
  isMissing(folder: string): boolean;
  /** What texts name that the project no longer has, in words, by their places; as far as it is known in time. */
  lost?:
    | ((project: Project, texts: readonly string[], wait: WaitLimits) => Promise<ReadonlyMap<number, string>>)
    | undefined;
}

export interface HookMemory {
  characterId: string;
  name: string;
  /** It is the user's own. */
  isOwn?: true | undefined;
  /** A notice for the user, shown once. */
  notice?: string | undefined;
}

/** The folder's memory, the project's before the user's own. Undefined if there is none yet. */
export async function findMemory(
  context: OnMachine<ReadingContext>,
  given: MemoryOwner,
  files: ProjectFiles,
): Promise<HookMemory | undefined> {
  const owner = await meantOwner(context, given);
  if ('character' in owner) {
    const character = await context.store.characters.find(context.principal, owner.character);
    return character && { characterId: character.id, name: character.name };
  }
  const project = 'project' in owner ? owner.project : owner.folder;
  const found = project && (await memoryAt(context, project, files));
  return found || 'project' in owner ? found : findOwn(context, owner, files);
}

/** The user's own memory, unless others may read it. Undefined also where one character is the memory of all. */
export async function findOwn(
  context: OnMachine<ReadingContext>,
  given: MemoryOwner,
  files: ProjectFiles,
): Promise<HookMemory | undefined> {
  const own = await ownMemory(context, given, files);
  return own?.isShared === false ? own.memory : undefined;
}

/** The name of the memory that would be the user's own if others could not read it. */
export async function sharedOwn(
  context: OnMachine<ReadingContext>,
  given: MemoryOwner,
  files: ProjectFiles,
): Promise<string | undefined> {
  const own = await ownMemory(context, given, files);
  return own?.isShared ? own.memory.name : undefined;
}

/** The memory of the person's place, and whether others may read it. */
async function ownMemory(context: OnMachine<ReadingContext>, given: MemoryOwner, files: ProjectFiles) {
  const person = personOf(await meantOwner(context, given));
  const memory = person && (await memoryAt(context, person, files));
  if (!memory) return undefined;
  const isShared = await context.store.projects.hasOtherReaders(context.principal, memory.characterId);
  return { memory, isShared };
}

/** The memories of a session that exist, the folder's before the user's own. */
export async function findLayers(
  context: OnMachine<ReadingContext>,
  owner: MemoryOwner,
  files: ProjectFiles,
): Promise<HookMemory[]> {
  const memory = await findMemory(context, owner, files);
  const own = await findOwn(context, owner, files);
  const ofUser = own && { ...own, isOwn: true as const };
  if (!memory || memory.characterId === own?.characterId) return ofUser ? [ofUser] : [];
  return ofUser ? [memory, ofUser] : [memory];
}

export function personOf(owner: MemoryOwner): Project | undefined {
  return 'character' in owner ? undefined : owner.person;
}

async function memoryAt(
  { principal, store, now }: OnMachine<ReadingContext>,
  project: Project,
  files: ProjectFiles,
): Promise<HookMemory | undefined> {
  const found = await withRoot(project, files, (asked) => store.projects.find(principal, asked, now()));
  return found && toMemory(found, project);
}

/** As `findMemory`, but creates a missing memory for its owner. Errors as CharacterStore.create. */
export async function findOrMakeMemory(
  context: OnMachine<ReadingContext>,
  given: MemoryOwner,
  files: ProjectFiles,
): Promise<HookMemory> {
  const owner = await meantOwner(context, given);
  if ('character' in owner) {
    const asked = { ...context, defaultCharacter: owner.character };
    const { id, name } = await findWritableCharacter(asked, owner.character);
    return { characterId: id, name };
  }
  const known = await findMemory(context, owner, files);
  if (known) return known;
  return 'project' in owner
    ? makeMemory(context, owner.project, files, { categoryPreset: projectPreset })
    : makeOwn(context, owner.person, files);
}

/** As `findOwn`, but creates a missing memory. Undefined where one character is the memory of all. */
export async function findOrMakeOwn(
  context: OnMachine<ReadingContext>,
  given: MemoryOwner,
  files: ProjectFiles,
): Promise<HookMemory | undefined> {
  const owner = await meantOwner(context, given);
  const person = personOf(owner);
  return person && ((await findOwn(context, owner, files)) ?? makeOwn(context, person, files));
}

/** Nobody else may read what a person says of themselves: a memory that has other readers is left to them. */
async function makeOwn(context: OnMachine<ReadingContext>, person: Project, files: ProjectFiles): Promise<HookMemory> {
  const { principal, store, now } = context;
  const shared = await memoryAt(context, person, files);
  if (shared) await store.projects.release(principal, shared.characterId, now());
  const visibility = hasFeature(principal.tier, 'teamSharing') ? 'PRIVATE' : 'PUBLIC';
  return makeMemory(context, person, files, { visibility });
}

async function makeMemory(
  context: OnMachine<ReadingContext>,
  project: Project,
  files: ProjectFiles,
  more: Pick<NewCharacter, 'visibility'> | { categoryPreset: CategoryPreset },
): Promise<HookMemory> {
  const { principal, store, now } = context;
  const { name: _, ...made } = newCharacter(context, { name: '', ...more });
  const found = await withRoot(project, files, (asked) =>
    store.projects.findOrMake(principal, asked, made, principal.tier, now()),
  );
  return toMemory(found, project);
}

/** The name of an owner's memory, whether it exists or not; changes nothing. */
export async function nameOfMemory(
  context: OnMachine<ReadingContext>,
  given: MemoryOwner,
  files: ProjectFiles,
): Promise<string> {
  const owner = await meantOwner(context, given);
  if ('character' in owner) return owner.character;
  const known = await findMemory(context, owner, files);
  if (known) return known.name;
  const { store, principal } = context;
  // Under a place that has no memory, the name is that of a new one: the present one of the person has other readers.
  const project = 'project' in owner ? owner.project : { ...owner.person, place: 'place:' };
  return (await withRoot(project, files, (asked) => store.projects.nameOf(principal, asked))).name;
}

/** The default character of calls, how it is created if it does not exist, and the memories beside it. */
export async function defaultMemory(
  context: OnMachine<ReadingContext>,
  given: MemoryOwner,
  files: ProjectFiles,
): Promise<Pick<Context, 'defaultCharacter' | 'makeDefault' | 'layers'>> {
  const owner = await meantOwner(context, given);
  const defaultCharacter = await nameOfMemory(context, owner, files);
  if ('character' in owner) return { defaultCharacter };
  const makeDefault = async () => (await findOrMakeMemory(context, owner, files)).characterId;
  return { defaultCharacter, makeDefault, layers: layersOf(context, owner, files) };
}

/** What calls mean by `me` and `project`, and what they read without a character. */
export function layersOf(context: OnMachine<ReadingContext>, owner: FolderOwner, files: ProjectFiles): Layers {
  const ids = (memories: readonly (HookMemory | undefined)[]) => memories.flatMap((one) => one?.characterId ?? []);
  const folder = 'project' in owner ? undefined : owner.folder;
  return {
    present: async () => ids(await findLayers(context, owner, files)),
    mine: async () => ids([await findOwn(context, owner, files)])[0],
    me: async () => ids([await findOrMakeOwn(context, owner, files)])[0],
    project: async () => {
      if ('project' in owner) return (await findOrMakeMemory(context, owner, files)).characterId;
      return folder && ids([await memoryAt(context, folder, files)])[0];
    },
  };
}

/** How long the memory of a project is known (ms). */
const memoryMs = 10_000;

/** Tells what a folder's project no longer has: of the memories of its own character, and of no other. */
export function anchoringOf(
  context: OnMachine<ReadingContext>,
  owner: MemoryOwner,
  files: ProjectFiles,
  wait: WaitLimits,
): Anchoring | undefined {
  const meant = 'character' in owner ? owner.meant : owner;
  if (!meant || !('project' in meant)) return undefined;
  const { project } = meant;
  let found: { at: number; ask: () => ReturnType<typeof findMemory> } | undefined;
  // To find it may start git, which each search would wait for.
  const memoryOf = () => {
    const at = context.now();
    if (!found || at - found.at > memoryMs)
      found = { at, ask: onceDone(() => findMemory(context, { project }, files)) };
    return found.ask();
  };
  return {
    async lostBy(memories) {
      const memory = await memoryOf();
      const own = memories.filter(({ characterId }) => characterId === memory?.characterId);
      const texts = own.map(({ content }) => content);
      const lost = (texts.length > 0 && (await files.lost?.(project, texts, wait))) || [];
      return new Map([...lost].map(([i, what]) => [own[i]!.id, what]));
    },
  };
}

/** A person's place is known by itself: nothing of it is looked up. */
const noFiles: ProjectFiles = { rootCommit: async () => undefined, isMissing: () => false };

/** The memory of a person in the store of their machine. */
export function ownMemoryOf(context: ReadingContext, person: Project | undefined): OwnMemory | undefined {
  const { store } = context;
  return person && isMachineStore(store) ? layersOf({ ...context, store }, { person }, noFiles) : undefined;
}

/** Gives a project the memory of a character, which is made when it does not exist. */
export async function assignMemory(
  context: OnMachine<ReadingContext>,
  project: Project,
  name: string,
  { rootCommit }: ProjectFiles,
): Promise<void> {
  const asked = { ...context, defaultCharacter: name, defaultPreset: projectPreset };
  const { id } = await findWritableCharacter(asked, name);
  const root = project.root === undefined ? ((await rootCommit(project)) ?? null) : project.root;
  await context.store.projects.assign(context.principal, { ...project, root }, id, context.now());
}

async function withRoot<Answer>(
  project: Project,
  { rootCommit, isMissing }: ProjectFiles,
  ask: (asked: AskedProject) => Promise<Answer | 'root is needed'>,
): Promise<Answer> {
  const first = await ask({ project, isMissing });
  if (first !== 'root is needed') return first;
  const root = (await rootCommit(project)) ?? null;
  const second = await ask({ project: { ...project, root }, isMissing });
  if (second === 'root is needed') throw new Error('a first commit was looked for twice');
  return second;
}

function toMemory({ character: { id, name }, isNews, isByName }: ProjectMemory, { folder }: Project): HookMemory {
  const where = folder.replace(/\p{C}+/gu, '?');
  const changed = isByName
    ? `the memory "${name}" of your other machine belongs to ${where} from now on, because of its name alone. If that is wrong, ` +
      'say so in Connections of the dashboard (agent-memory-service ui)'
    : isNews &&
      `the memory "${name}", which an earlier release stored under this folder's name, belongs to ${where} from now on. ` +
        'If that is wrong, give each project its own: agent-memory-service init --project --character NAME';
  return { characterId: id, name, ...(changed && { notice: `agent-memory-service: ${changed}` }) };
}
