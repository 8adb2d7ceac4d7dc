import { type Role, roleIncludes } from '../../src/domain/principal.ts';
import type { Access, Visibility } from '../../src/domain/sharing.ts';
import { operationsByName } from '../../src/operations/index.ts';

/** What a character holds, as its tests know it. */
export interface ModelCharacter {
  id: string;
  name: string;
  /** Is in everything that is said of it, and in nothing else. */
  mark: string;
  visibility: Visibility;
  ownerId: string;
  shares: Map<string, Access>;
  archived: boolean;
  tags: string[];
  alias: string | undefined;
  /** Of memories that were stored one by one: their ids and texts. */
  memories: Map<string, string>;
  /** Of files and documents: how many. */
  more: number;
  files: { id: string; path: string }[];
}

export interface ModelMember {
  id: string;
  role: Role;
  removed: boolean;
}

type Sharing = Pick<ModelCharacter, 'visibility' | 'ownerId' | 'shares'>;

/** Who may do what in a team: the rules once more, told as the documentation tells them. */
export class TeamModel {
  readonly members: ModelMember[] = [];
  readonly characters: ModelCharacter[] = [];

  /** What a member may do with a character; undefined: it does not exist for him. */
  access({ id, role }: ModelMember, { visibility, ownerId, shares }: Sharing): Access | undefined {
    if (role === 'OWNER' || visibility === 'PUBLIC' || ownerId === id) return 'WRITE';
    return shares.get(id);
  }

  /** As `access`, with what the role takes away. */
  accessShown(member: ModelMember, one: Sharing): Access | undefined {
    return member.role === 'VIEWER' ? 'READ' : this.access(member, one);
  }

  visible(member: ModelMember): ModelCharacter[] {
    return this.characters.filter((one) => this.access(member, one) !== undefined);
  }

  hidden(member: ModelMember): ModelCharacter[] {
    return this.characters.filter((one) => this.access(member, one) === undefined);
  }

  /** Of who sees it. */
  maySetSharing({ id, role }: ModelMember, { visibility, ownerId }: Sharing): boolean {
    if (role === 'OWNER') return true;
    return role !== 'VIEWER' && (ownerId === id || (visibility === 'PUBLIC' && role === 'ADMIN'));
  }

  /** How an operation on one character ends, if nothing else is wrong with it. */
  outcome(member: ModelMember, operation: string, one: ModelCharacter, needed: Access): string {
    if (!this.hasRole(member, operation)) return 'InsufficientRole';
    const access = this.access(member, one);
    if (access === undefined) return 'CharacterNotFound';
    if (needed === 'READ') return 'ok';
    if (access === 'READ') return 'AccessDenied';
    return one.archived ? 'CharacterArchived' : 'ok';
  }

  hasRole({ role }: ModelMember, operation: string): boolean {
    return roleIncludes(role, operationsByName.get(operation)!.role);
  }

  /** How a change of sharing to `next` ends. */
  sharingOutcome(member: ModelMember, one: ModelCharacter, next: Sharing, handsOver: boolean): string {
    if (!this.hasRole(member, 'set_sharing')) return 'InsufficientRole';
    if (handsOver && member.role !== 'OWNER') return 'InsufficientRole';
    if (this.access(member, one) === undefined) return 'CharacterNotFound';
    if (!this.maySetSharing(member, one)) return 'AccessDenied';
    if (one.archived) return 'VisibilityChangeNotAllowed';
    return this.access(member, next) === undefined ? 'VisibilityChangeNotAllowed' : 'ok';
  }

  member(id: string): ModelMember {
    return this.members.find((one) => one.id === id)!;
  }

  /** A character as `get_character` shows it, in what sharing decides. */
  shown(member: ModelMember, one: ModelCharacter): object {
    const shares = [...one.shares].filter(([id]) => !this.member(id).removed).sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      id: one.id,
      visibility: one.visibility,
      owner: one.ownerId,
      access: this.accessShown(member, one),
      shares: this.maySetSharing(member, one) ? shares : undefined,
      status: one.archived ? 'ARCHIVED' : 'ACTIVE',
      tags: one.tags,
      memoryCount: one.memories.size + one.more,
    };
  }

  /** What `get_tier` counts for a member. */
  usage(member: ModelMember): object {
    const seen = this.visible(member);
    return {
      characters: seen.filter(({ archived }) => !archived).length,
      memories: seen.reduce((sum, { memories, more }) => sum + memories.size + more, 0),
      files: seen.reduce((sum, { files }) => sum + files.length, 0),
    };
  }
}
