/**
 * The relevance from which a memory is given at a prompt; docs/hooks.md has what it was chosen by: `npm run bench --
 * recall` measures how many questions get an evidence memory, and how many prompts that nothing is known about get none.
 */
export const leastRelevance = 0.3;
