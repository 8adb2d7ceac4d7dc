// Pages that are loaded together, because their many shared files would otherwise be many small downloads.
export { default as Captures } from './captures.tsx';
export { default as Duplicates } from './duplicates.tsx';
export { default as Inbox } from './inbox.tsx';
export { default as Review } from './review.tsx';
