/** What tokens of a grant begin with, so that they are told from keys and recognised where they should not be. */
export const accessPrefix = 'amsg_';
export const refreshPrefix = 'amsr_';
