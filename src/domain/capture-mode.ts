export const captureModes = ['careful', 'balanced', 'eager'] as const;

/** How much must speak for a statement that nobody asked to remember. */
export type CaptureMode = (typeof captureModes)[number];

export const statementKinds = ['rule', 'preference', 'decision', 'correction', 'fact'] as const;

/** What a statement is, as far as its words tell. */
export type StatementKind = (typeof statementKinds)[number];
