/** What a name is of. Pets, and all who act, are persons. */
export const nameKinds = ['person', 'thing'] as const;
export type NameKind = (typeof nameKinds)[number];
