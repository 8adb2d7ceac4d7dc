import type { CategoryPreset } from '../../domain/category.ts';
import type { Project } from '../../domain/project-rules.ts';
import type { AskedProject, ProjectMemory } from '../../domain/stores/projects.ts';
import { findWritableCharacter, newCharacter } from '../characters.ts';
import type { OnMachine, ReadingContext } from '../context.ts';

/** The categories of a memory that is made for a project. */
const projectPreset: CategoryPreset = 'developer';

/** Whose memory hooks work with: a character by its id, alias or name, or the one of a project. */
export type Whose = { character: string } | { project: Project };

/** What is asked of a project's files only where it is not known by anything else. */
export interface ProjectFiles {
  rootCommit(project: Project): Promise<string | undefined>;
  isGone(folder: string): boolean;
}

export interface HookMemory {
  characterId: string;
  /** What the user has to learn, once. */
  notice?: string | undefined;
}

/** Undefined where there is no such memory yet. */
export async function findMemory(
  context: OnMachine<ReadingContext>,
  whose: Whose,
  files: ProjectFiles,
): Promise<HookMemory | undefined> {
  const { principal, store, now } = context;
  if ('character' in whose) {
    const character = await store.characters.find(principal, whose.character);
    return character && { characterId: character.id };
  }
  const found = await withRoot(whose.project, files, (asked) => store.projects.find(principal, asked, now()));
  return found && toMemory(found, whose.project);
}

/** As `findMemory`; a memory is made where there is none. As CharacterStore.create. */
export async function findOrMakeMemory(
  context: OnMachine<ReadingContext>,
  whose: Whose,
  files: ProjectFiles,
): Promise<HookMemory> {
  const { principal, store, now } = context;
  if ('character' in whose) return { characterId: await idOf(context, whose.character) };
  const { name: _, ...made } = newCharacter(context, { name: '', categoryPreset: projectPreset });
  const found = await withRoot(whose.project, files, (asked) =>
    store.projects.findOrMake(principal, asked, made, principal.tier, now()),
  );
  return toMemory(found, whose.project);
}

/** The name of a project's memory, whether it exists or not. */
export function nameOfMemory(
  context: OnMachine<ReadingContext>,
  project: Project,
  files: ProjectFiles,
): Promise<string> {
  return withRoot(project, files, (asked) => context.store.projects.nameOf(context.principal, asked));
}

/** Gives a project the memory of a character, which is made when it does not exist. */
export async function assignMemory(
  context: OnMachine<ReadingContext>,
  project: Project,
  name: string,
  { rootCommit }: ProjectFiles,
): Promise<void> {
  const characterId = await idOf(context, name, projectPreset);
  const root = project.root === undefined ? ((await rootCommit(project)) ?? null) : project.root;
  await context.store.projects.assign(context.principal, { ...project, root }, characterId, context.now());
}

/** The id of a character that is made when it does not exist. */
async function idOf(
  context: OnMachine<ReadingContext>,
  reference: string,
  defaultPreset?: CategoryPreset,
): Promise<string> {
  return (await findWritableCharacter({ ...context, defaultCharacter: reference, defaultPreset }, reference)).id;
}

async function withRoot<Answer>(
  project: Project,
  { rootCommit, isGone }: ProjectFiles,
  ask: (asked: AskedProject) => Promise<Answer | 'root is needed'>,
): Promise<Answer> {
  const first = await ask({ project, isGone });
  if (first !== 'root is needed') return first;
  const root = (await rootCommit(project)) ?? null;
  const second = await ask({ project: { ...project, root }, isGone });
  if (second === 'root is needed') throw new Error('a first commit was looked for twice');
  return second;
}

function toMemory({ character: { id, name }, isNews }: ProjectMemory, { folder }: Project): HookMemory {
  if (!isNews) return { characterId: id };
  const where = folder.replace(/\p{C}+/gu, '?');
  const notice =
    `agent-memory-service: the memory "${name}", which an earlier release kept under this folder's name, belongs to ` +
    `${where} from now on. If that is wrong, give each project its own: agent-memory-service init --project --character NAME`;
  return { characterId: id, notice };
}
