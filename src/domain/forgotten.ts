/**
 * How the ids of batches begin that delete what a user asked to forget: by a person's own choice, which answers the request
 * for good, and from the Queue, where it waits again once an undo has brought the memories back.
 */
export const [forgottenMark, askedMark] = ['forgot-', 'asked-'];
