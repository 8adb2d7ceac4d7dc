/** The roles of chat APIs. Messages of systems and tools are not statements. */
export const messageRoles = ['user', 'assistant', 'system', 'tool'] as const;

/** One message of a chat. */
export interface Message {
  role: (typeof messageRoles)[number];
  content: string;
  /** Who spoke, where several people are users. */
  name?: string | undefined;
}

/** A chat as a text for an extractor: each message after its speaker's name. A single message of a user has no name. */
export function chatOf(messages: readonly Message[]): string {
  const said = messages.filter(({ role, content }) => isPerson(role) && content.trim() !== '');
  const [first, second] = said;
  if (first?.role === 'user' && first.name === undefined && !second) return first.content;
  return said.map((message) => `${labelOf(message)}: ${message.content.trim()}`).join('\n\n');
}

function isPerson(role: Message['role']): boolean {
  return role === 'user' || role === 'assistant';
}

function labelOf({ role, name }: Message): string {
  if (role === 'assistant') return 'Assistant';
  return name?.replace(/[\s:]+/gu, ' ').trim() || 'User';
}
