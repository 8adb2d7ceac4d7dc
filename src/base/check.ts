/** What was found out about one thing that the service needs. */
export interface Check {
  name: string;
  ok: boolean;
  /** In a clause: how it is. */
  detail: string;
  /** What to do about it, in a sentence. */
  advice?: string;
  /** How long it took to find out. */
  ms?: number;
}
