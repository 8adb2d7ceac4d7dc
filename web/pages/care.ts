// Pages that are loaded together: files that many pages share in many ways would be many small files.
export { default as Captures } from './captures.tsx';
export { default as Duplicates } from './duplicates.tsx';
export { default as Inbox } from './inbox.tsx';
export { default as Review } from './review.tsx';
