import { expect } from 'vitest';
import type { Access, Visibility } from '../../src/domain/sharing.ts';
import type { Body } from './harness.ts';
import type { Answered, Team, Teammate } from './team.ts';
import { type ModelCharacter, type ModelMember, TeamModel } from './team-model.ts';

/** A random step: a member, a character, and numbers for the other choices. */
export interface Step {
  kind: number;
  actor: number;
  target: number;
  by: number;
  pick: number;
}

/** One step as it is carried out. */
export interface Turn extends Step {
  member: ModelMember;
  /** The step's character; another one. */
  one: ModelCharacter;
  other: ModelCharacter;
  /** How the step names `one`: by id, name or alias. */
  reference: string;
}

/** A team with its model: every answer is searched for data that its reader may not know. */
export class TeamRun {
  readonly model = new TeamModel();
  readonly team: Team;
  #count = 0;

  constructor(team: Team) {
    this.team = team;
    for (const { id, principal } of team.members) this.model.members.push({ id, role: principal.role, removed: false });
  }

  /** A new number. */
  next(): number {
    this.#count += 1;
    return this.#count;
  }

  turn(step: Step): Turn {
    const { members, characters } = this.model;
    const present = members.filter(({ removed }) => !removed);
    const member = present[step.actor % present.length]!;
    const one = characters[step.target % characters.length]!;
    const other = characters[step.pick % characters.length]!;
    const reference = [one.id, one.name, one.alias ?? one.id][step.by % 3]!;
    return { ...step, member, one, other, reference };
  }

  teammate({ id }: ModelMember): Teammate {
    return this.team.members.find((one) => one.id === id)!;
  }

  async ask(member: ModelMember, tool: string, input: object): Promise<Answered> {
    const answered = await this.teammate(member).ask(tool, input);
    this.requireNothingHidden(member, answered.body, input);
    return answered;
  }

  /** No answer has anything hidden from a member, except the member's own input. */
  requireNothingHidden(member: ModelMember, answer: unknown, asked: unknown): void {
    const [text, given] = [JSON.stringify(answer), JSON.stringify(asked)];
    for (const { mark, id } of this.model.hidden(member)) {
      for (const word of [mark, id])
        if (text.includes(word) && !given.includes(word)) throw new Error(`${word} is told`);
    }
  }

  /** Calls an operation on one character and compares the outcome; the answer on success. */
  async tried(turn: Turn, tool: string, needed: Access, input: object = {}): Promise<Body | undefined> {
    const { member, one, reference } = turn;
    const { outcome, body } = await this.ask(member, tool, { characterId: reference, ...input });
    expect([tool, outcome, body.error]).toStrictEqual([
      tool,
      this.model.outcome(member, tool, one, needed),
      body.error,
    ]);
    return outcome === 'ok' ? body : undefined;
  }

  /** A character of the member's, by `create_character` or as the clone of another. */
  async born(member: ModelMember, body: Body, visibility: Visibility, mark: string): Promise<void> {
    this.model.characters.push({
      id: body.id as string,
      name: body.name as string,
      mark,
      visibility,
      ownerId: member.id,
      shares: new Map(),
      archived: false,
      tags: body.tags as string[],
      alias: undefined,
      memories: new Map(),
      more: 0,
      files: [],
    });
    this.requireShown(member, this.model.characters.at(-1)!, body);
  }

  requireShown(member: ModelMember, one: ModelCharacter, body: Body): void {
    const { id, visibility, access, status, tags, memoryCount } = body;
    const shares = (body.shares as { member: { id: string }; access: Access }[] | undefined)?.map(
      ({ member: { id: of }, access }) => [of, access],
    );
    shares?.sort(([a], [b]) => (a! < b! ? -1 : 1));
    const owner = (body.owner as { id: string }).id;
    const shown = { id, visibility, owner, access, shares, status, tags, memoryCount };
    expect(shown).toStrictEqual(this.model.shown(member, one));
  }

  mark(): string {
    return `mk${this.next()}x`;
  }
}
