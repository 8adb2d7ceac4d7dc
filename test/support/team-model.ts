import { type Role, roleIncludes } from '../../src/domain/principal.ts';
import type { Access, Visibility } from '../../src/domain/sharing.ts';
import { operationsByName } from '../../src/features/operations.ts';

/** A character's contents, for its tests. */
export interface ModelCharacter {
  id: string;
  name: string;
  /** A word in each of its texts, and in no other. */
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

/** The rules of access in a team once more, as the documentation words them. */
export class TeamModel {
  readonly members: ModelMember[] = [];
  readonly characters: ModelCharacter[] = [];

  /** A member's access to a character; undefined: it does not exist for the member. */
  access({ id, role }: ModelMember, { visibility, ownerId, shares }: Sharing): Access | undefined {
    if (role === 'OWNER' || visibility === 'PUBLIC' || ownerId === id) return 'WRITE';
    return shares.get(id);
  }

  /** Like `access`, reduced by the role. */
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

  /** The outcome of an operation on one character, if nothing else is wrong with it. */
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

  /** The outcome of a change of sharing to `next`. */
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

  /** The fields of `get_character` that sharing decides. */
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

  /** A member's counts in `get_tier`. */
  usage(member: ModelMember): object {
    const seen = this.visible(member);
    return {
      characters: seen.filter(({ archived }) => !archived).length,
      memories: seen.reduce((sum, { memories, more }) => sum + memories.size + more, 0),
      files: seen.reduce((sum, { files }) => sum + files.length, 0),
    };
  }
}
