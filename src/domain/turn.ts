/** What somebody said in an agent's session: the user's or the assistant's words, nothing of tools. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
  /** ISO-8601, where the transcript says it. */
  at?: string | undefined;
}
