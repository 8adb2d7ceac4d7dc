import type { CategoryPreset } from '../../domain/category.ts';
import type { Project } from '../../domain/project-rules.ts';
import type { NewCharacter } from '../../domain/stores/characters.ts';
import type { AskedProject, ProjectMemory } from '../../domain/stores/projects.ts';
import { tierLimits } from '../../domain/tier.ts';
import { findWritableCharacter, newCharacter } from '../characters.ts';
import type { Context, OnMachine, ReadingContext } from '../context.ts';

/** The categories of a memory that is made for a project. */
const projectPreset: CategoryPreset = 'developer';

/**
 * The memory to use: a character by its id, alias or name; a project's; or a person's, unless the folder is known as a
 * project.
 */
export type MemoryOwner =
  | { character: string }
  | { project: Project }
  | { person: Project; folder?: Project | undefined };

/** Look-ups in a project's files, made only if nothing else identifies it. */
export interface ProjectFiles {
  rootCommit(project: Project): Promise<string | undefined>;
  isMissing(folder: string): boolean;
}

export interface HookMemory {
  characterId: string;
  name: string;
  /** A notice for the user, shown once. */
  notice?: string | undefined;
}

/** Undefined if there is no such memory yet. */
export async function findMemory(
  context: OnMachine<ReadingContext>,
  owner: MemoryOwner,
  files: ProjectFiles,
): Promise<HookMemory | undefined> {
  const { principal, store, now } = context;
  if ('character' in owner) {
    const character = await store.characters.find(principal, owner.character);
    return character && { characterId: character.id, name: character.name };
  }
  for (const project of projectsOf(owner)) {
    const found = await withRoot(project, files, (asked) => store.projects.find(principal, asked, now()));
    if (found) return toMemory(found, project);
  }
  const only = 'person' in owner ? await store.projects.onlyOther(principal) : undefined;
  return only && { characterId: only.id, name: only.name };
}

/** As `findMemory`, but creates a missing memory for its owner. Errors as CharacterStore.create. */
export async function findOrMakeMemory(
  context: OnMachine<ReadingContext>,
  owner: MemoryOwner,
  files: ProjectFiles,
): Promise<HookMemory> {
  const { principal, store, now } = context;
  if ('character' in owner) {
    const asked = { ...context, defaultCharacter: owner.character };
    const { id, name } = await findWritableCharacter(asked, owner.character);
    return { characterId: id, name };
  }
  const known = await findMemory(context, owner, files);
  if ('project' in owner) return known ?? makeMemory(context, owner.project, files, { categoryPreset: projectPreset });
  // What a person says outside of projects is for nobody else.
  const visibility = tierLimits[principal.tier].features.has('teamSharing') ? 'PRIVATE' : 'PUBLIC';
  if (!known) return makeMemory(context, owner.person, files, { visibility });
  const isUnassigned = (await store.projects.onlyOther(principal))?.id === known.characterId;
  if (isUnassigned) await store.projects.assign(principal, owner.person, known.characterId, now());
  return known;
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
  { store, principal }: OnMachine<ReadingContext>,
  owner: MemoryOwner,
  files: ProjectFiles,
): Promise<string> {
  if ('character' in owner) return owner.character;
  let name = '';
  for (const project of projectsOf(owner)) {
    const found = await withRoot(project, files, (asked) => store.projects.nameOf(principal, asked));
    if (found.isThere) return found.name;
    name = found.name;
  }
  const only = 'person' in owner ? await store.projects.onlyOther(principal) : undefined;
  return only?.name ?? name;
}

/** The default character of calls, and how it is created if it does not exist. */
export async function defaultMemory(
  context: OnMachine<ReadingContext>,
  owner: MemoryOwner,
  files: ProjectFiles,
): Promise<Pick<Context, 'defaultCharacter' | 'makeDefault'>> {
  const defaultCharacter = await nameOfMemory(context, owner, files);
  if ('character' in owner) return { defaultCharacter };
  return { defaultCharacter, makeDefault: async () => (await findOrMakeMemory(context, owner, files)).characterId };
}

/** Owners in order: the first with a memory is used, else the last. */
function projectsOf(owner: Exclude<MemoryOwner, { character: string }>): Project[] {
  if ('project' in owner) return [owner.project];
  return owner.folder ? [owner.folder, owner.person] : [owner.person];
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

function toMemory({ character: { id, name }, isNews }: ProjectMemory, { folder }: Project): HookMemory {
  if (!isNews) return { characterId: id, name };
  const where = folder.replace(/\p{C}+/gu, '?');
  const notice =
    `agent-memory-service: the memory "${name}", which an earlier release stored under this folder's name, belongs to ` +
    `${where} from now on. If that is wrong, give each project its own: agent-memory-service init --project --character NAME`;
  return { characterId: id, name, notice };
}
