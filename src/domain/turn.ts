/** A message in an agent's session: the words of the user or the assistant, without tool calls. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
  /** The parts marked as private, which `text` lacks. Messages of the agent that repeat them are not stored. */
  hidden?: string[] | undefined;
  /** The host's id of the message, which copies of it keep. */
  id?: string | undefined;
  /** ISO-8601, if the transcript has it. */
  at?: string | undefined;
}
