import * as z from 'zod';
import { type CategoryPreset, presetNames } from './category.ts';
import { ServiceError } from './errors.ts';
import { limits } from './limits.ts';
import { isReserved } from './project-rules.ts';
import { accesses, share, shownMember, visibilities } from './sharing.ts';
import { isUuid, label, type RuleParams, refuseFault, text, uniqueLabels } from './text.ts';

/** The name of a character, also of one that an earlier release made. */
export const characterName = label(limits.characterName);
/** As `characterName`, inside a document: the gate has not looked at it. */
export const storedCharacterName = characterName.check(refuseFault);
/** The name of a new one. */
export const newCharacterName = characterName.check(refuseReserved);
export const newCharacterNamed = z.object({ name: newCharacterName });

function refuseReserved(ctx: z.core.ParsePayload<string>): void {
  if (!isReserved(ctx.value)) return;
  const message = 'must not be "me" or "project": they mean your own memory and that of the folder';
  ctx.issues.push({ code: 'custom', input: ctx.value, message });
}

export const tag = label(limits.tag);

export const tags = uniqueLabels(limits.tags, limits.tag);

/** InvalidPreset for another text. */
export const categoryPreset = z
  .string()
  .check((ctx) => {
    if (presetNames.some((name) => name === ctx.value)) return;
    const params: RuleParams = { errorType: 'InvalidPreset' };
    const message = `must be one of ${presetNames.join(', ')}`;
    ctx.issues.push({ code: 'custom', input: ctx.value, message, params: { ...params } });
  })
  .meta({ enum: presetNames }) as unknown as z.ZodType<CategoryPreset>;

export const externalId = text(limits.externalId, 1);

const aliasName = label(limits.alias).check((ctx) => {
  if (isUuid(ctx.value)) ctx.issues.push({ code: 'custom', input: ctx.value, message: 'must not look like a UUID' });
}, refuseReserved);
export const alias = z.strictObject({ alias: aliasName, sourceHint: text(limits.sourceHint, 1).optional() });
export type Alias = z.infer<typeof alias>;
/** As given: a plain string or the whole record. */
export const aliasInput = z.union([aliasName, alias]);

export const agentStatuses = ['IDLE', 'BUSY', 'FAILED', 'PAUSED'] as const;
export const agentStatus = z.enum(agentStatuses);

/** Limited as JSON, so that one character cannot make every list large. */
const meta = z.record(z.string(), z.unknown()).check((ctx) => {
  if (JSON.stringify(ctx.value).length <= limits.agentMeta) return;
  const message = `must be at most ${limits.agentMeta} characters long as JSON`;
  ctx.issues.push({ code: 'custom', input: ctx.value, message });
});

const agentConfigFields = {
  capabilities: uniqueLabels(limits.capabilities, limits.capability),
  maxConcurrentTasks: z.int().min(1).max(limits.agentTasks),
  preferredModel: text(limits.agentText, 1),
  ownerId: text(limits.agentText, 1),
  meta,
};

export const agentConfig = z.object({
  capabilities: z.array(z.string()),
  status: agentStatus,
  maxConcurrentTasks: z.int().optional(),
  preferredModel: z.string().optional(),
  ownerId: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type AgentConfig = z.infer<typeof agentConfig>;

/** All of an agent's configuration, by the rules of its fields. */
export const wholeAgentConfig = z.object(agentConfigFields).partial().extend({
  capabilities: agentConfigFields.capabilities,
  status: agentStatus,
});

/** Only given fields change; null clears one. */
export const agentConfigPatch = {
  ...nullable(agentConfigFields),
  status: agentStatus.optional(),
};

/** What becomes of personal data in a new text: it is stored, marked where the memory is shown, or redacted; or the text is refused. */
export const personalRules = ['store', 'mark', 'redact', 'refuse'] as const;
export type PersonalRule = (typeof personalRules)[number];

export const profileFields = {
  systemPrompt: text(limits.profileText),
  personality: text(limits.profileText),
  background: text(limits.profileText),
  rules: z.array(text(limits.profileRule, 1)).max(limits.profileRules),
  customFields: z
    .record(text(limits.customFieldName, 1), text(limits.customField))
    .refine(
      (fields) => Object.keys(fields).length <= limits.customFields,
      `must have at most ${limits.customFields} fields`,
    ),
  personalData: z.enum(personalRules),
};

/** Only given fields change; null clears one. */
export const profilePatch = nullable(profileFields);

export const profile = z.object({
  systemPrompt: z.string().optional(),
  personality: z.string().optional(),
  background: z.string().optional(),
  rules: z.array(z.string()),
  customFields: z.record(z.string(), z.string()),
  /** Default: mark. */
  personalData: z.string().optional(),
  agentConfig: agentConfig.optional(),
});
export type Profile = z.infer<typeof profile>;

/** DELETED: hidden until it is restored. Its name stays taken, and nothing is lost. */
export const characterStatuses = ['ACTIVE', 'ARCHIVED', 'DELETED'] as const;

export const character = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(characterStatuses),
  categoryPreset: z.enum(presetNames),
  visibility: z.enum(visibilities),
  owner: shownMember,
  /** The caller's access, by sharing and by role; archived characters are read-only. */
  access: z.enum(accesses),
  /** For members who may change them. */
  shares: z.array(share).optional(),
  externalId: z.string().optional(),
  tags: z.array(z.string()),
  aliases: z.array(z.object({ alias: z.string(), sourceHint: z.string().optional() })),
  profile,
  memoryCount: z.int(),
  lastMemoryAt: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Character = z.infer<typeof character>;
/** The fields of a character that a call needs. */
export type CharacterIdentity = Pick<Character, 'id' | 'name' | 'status' | 'categoryPreset' | 'memoryCount'>;

export const characterSorts = ['CREATED_AT', 'LAST_MEMORY_AT', 'MEMORY_COUNT', 'NAME'] as const;

function nullable<Shape extends z.ZodRawShape>(shape: Shape) {
  const entries = Object.entries(shape).map(([key, field]) => [key, (field as z.ZodType).nullable().optional()]);
  return Object.fromEntries(entries) as { [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>> };
}

type Patch<T> = { [Key in keyof T]?: T[Key] | null | undefined };

/** Applies patch semantics: undefined leaves a field, null removes it, anything else replaces it. */
function patched<T extends object>(current: T, patch: Patch<T>): T {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const next = Object.entries({ ...current, ...Object.fromEntries(given) }).filter(([, value]) => value !== null);
  return Object.fromEntries(next) as T;
}

export type ProfilePatch = Patch<Omit<Profile, 'agentConfig'>>;
export type AgentConfigPatch = Patch<AgentConfig>;

export const emptyProfile: Profile = { rules: [], customFields: {} };

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const initialAgentConfig: AgentConfig = { capabilities: [], status: 'IDLE' };

/** The kinds of the fields of a stored configuration. The program of hooks has no schemas. */
const agentKinds: { [Field in keyof AgentConfig]-?: (value: unknown) => boolean } = {
  capabilities: (value) => Array.isArray(value) && value.every(isText),
  status: (value) => agentStatuses.some((status) => status === value),
  maxConcurrentTasks: Number.isInteger,
  preferredModel: isText,
  ownerId: isText,
  meta: isRecord,
};

function storedAgentConfig(stored: Record<string, unknown>): AgentConfig {
  const known = Object.entries(agentKinds).filter(([name, isOfKind]) => isOfKind(stored[name]));
  return { ...initialAgentConfig, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) };
}

/** A profile as it is stored, in JSON. Parts of another kind are left out: earlier versions took any from replicas. */
export function storedProfile(json: string): Profile {
  const stored: unknown = JSON.parse(json);
  const { rules, customFields, agentConfig: config, ...rest } = isRecord(stored) ? stored : {};
  const textsIn = (value: unknown) =>
    Object.fromEntries(
      Object.entries(isRecord(value) ? value : {}).filter((one): one is [string, string] => isText(one[1])),
    );
  return {
    ...textsIn(rest),
    rules: Array.isArray(rules) ? rules.filter(isText) : [],
    customFields: textsIn(customFields),
    ...(isRecord(config) && { agentConfig: storedAgentConfig(config) }),
  };
}

/** What becomes of personal data in the new texts of a character; that of a newer program is `mark`. */
export function personalRuleOf(of: Pick<Character, 'profile'> | undefined): PersonalRule {
  return personalRules.find((one) => one === of?.profile.personalData) ?? 'mark';
}

export function patchProfile(current: Profile, patch: ProfilePatch): Profile {
  return { ...emptyProfile, ...patched(current, patch) };
}

export function patchAgentConfig(current: Profile, patch: AgentConfigPatch): Profile {
  const config = { ...initialAgentConfig, ...patched(current.agentConfig ?? initialAgentConfig, patch) };
  return { ...current, agentConfig: config };
}

/** A clone's profile: the source's, its agent status forced to IDLE. */
export function clonedProfile(source: Profile): Profile {
  return source.agentConfig ? patchAgentConfig(source, { status: 'IDLE' }) : source;
}

export function deletedCharacter(reference: string): ServiceError {
  return new ServiceError(
    'CharacterNotFound',
    `Character "${reference}" is deleted; restore_character brings it back.`,
  );
}

/** The user of an application for whom nothing was stored yet. */
export class UnknownUser extends ServiceError {
  constructor(externalId: string) {
    const first = 'the first memory that is added for it makes its character';
    super('CharacterNotFound', `The user "${externalId}" has no memory yet, or it is not visible; ${first}.`);
  }
}

export function characterNotFound(reference: string): ServiceError {
  return new ServiceError('CharacterNotFound', `Character "${reference}" does not exist or is not visible.`);
}

/** @param holder the status of the character that has the name */
export function duplicateCharacterName(name: string, holder?: Character['status']): ServiceError {
  const message =
    holder === 'DELETED'
      ? `A deleted character has the name or alias "${name}": restore it, or choose another name.`
      : `A character or alias named "${name}" already exists.`;
  return new ServiceError('DuplicateCharacterName', message);
}

/** Throws CharacterArchived for a write to an archived character, CharacterNotFound for one to a deleted character. */
export function requireActive(one: Pick<Character, 'name' | 'status'>): void {
  if (one.status === 'ACTIVE') return;
  if (one.status === 'DELETED') throw deletedCharacter(one.name);
  throw new ServiceError(
    'CharacterArchived',
    `Character "${one.name}" is archived: it can be read and exported, not changed.`,
  );
}
