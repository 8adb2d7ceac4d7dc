/** A unit of nobody's writes only what no answer shows, such as when a key was used last. */
export const nobody = '';

/** How many units of this process have changed what answers show: those of all tenants, and of each. */
export class ChangeCounts {
  #all = 0;
  readonly #ofTenant = new Map<string, number>();

  /** @param tenantId whose answers changed, or `nobody`; undefined: those of all */
  note(tenantId: string | undefined): void {
    if (tenantId === undefined) this.#all += 1;
    else if (tenantId !== nobody) this.#ofTenant.set(tenantId, (this.#ofTenant.get(tenantId) ?? 0) + 1);
  }

  of(tenantId: string): string {
    return `${this.#all} ${this.#ofTenant.get(tenantId) ?? 0}`;
  }
}
