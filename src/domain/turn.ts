/** What somebody said in an agent's session: the user's or the assistant's words, nothing of tools. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
  /** What was marked as private in it, and is no part of `text`: no agent's words that repeat it are kept. */
  hidden?: string[] | undefined;
  /** ISO-8601, where the transcript says it. */
  at?: string | undefined;
}
