import './app.css';
import { render } from 'preact';
import { Router } from 'wouter-preact';
import { memoryLocation } from 'wouter-preact/memory-location';
import { Failure } from '../client/client.ts';
import { HostLink } from '../client/host-link.ts';
import { SharedContext } from '../shell/shared.ts';
import { sayBesideFields } from '../shell/wrong-fields.ts';
import { Browse } from './browse.tsx';
import { Conversation } from './conversation.ts';

const conversation = new Conversation(new HostLink());
// An opened memory must not change the host's address.
const { hook } = memoryLocation({ path: '/' });
sayBesideFields();
render(
  <SharedContext.Provider value={conversation}>
    <Router hook={hook}>
      <Browse conversation={conversation} />
    </Router>
  </SharedContext.Provider>,
  document.getElementById('app') as HTMLElement,
);
conversation.start().catch((error) => {
  conversation.failure.value = error instanceof Failure ? error : new Failure('Unknown', String(error));
});
