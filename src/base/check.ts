/** The result of checking one requirement of the service. */
export interface Check {
  name: string;
  ok: boolean;
  /** In a clause: how it is. */
  detail: string;
  /** The remedy, in a sentence. */
  advice?: string;
  /** How long the check took. */
  ms?: number;
}
