// Pages about the service, which are loaded together.
export { default as Audit } from './audit.tsx';
export { default as Characters } from './characters.tsx';
export { default as Connections } from './connections.tsx';
export { default as Invite } from './invite.tsx';
export { default as Settings } from './settings.tsx';
export { default as Team } from './team.tsx';
export { default as Webhooks } from './webhooks.tsx';
