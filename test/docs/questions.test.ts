import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What newcomers asked and did not find: the page that answers, and words of its answer. */
const questions: readonly (readonly [question: string, page: string, answer: RegExp])[] = [
  ['How do I get one memory for all folders?', 'docs/hosts.md', /`--character NAME` \| one memory for every folder/],
  [
    'Does every repository know what I said in another one?',
    'README.md',
    /about you everywhere, about a project in\s+that project/,
  ],
  [
    'Whose memory does this folder use?',
    'docs/hooks.md',
    /`agent-memory-service doctor` shows which memory the present folder uses/,
  ],
  ['What is a character?', 'README.md', /\*character\*: you, a project, an agent, or a user of your program/],
  [
    'What is kept without a model, and how do I get more?',
    'README.md',
    /by rules on this machine or \(`--extract-with host`: it finds most\)/,
  ],
  [
    'Why was what I said not stored?',
    'docs/troubleshooting.md',
    /\| What I said was not stored\. \| It was a task, a question, code/,
  ],
  ['Where do proposals wait for me?', 'docs/dashboard.md', /proposal/i],
  ['How do I erase something for good?', 'docs/privacy.md', /`erase` removes it for good/],
  [
    'How long are prompts kept?',
    'docs/privacy.md',
    /the queries of agents and what they got \| `recalls` \| `SERVICE_RECALL_LOG_DAYS` \(30 days\)/,
  ],
  [
    'Does anything leave my machine?',
    'docs/privacy.md',
    /## What leaves the machine\n\nNothing, unless you switch one of these on/,
  ],
  ['After an update of Node nothing is remembered: why?', 'docs/troubleshooting.md', /after an update of Node\. \|/],
  [
    'npm can’t build the driver behind a company’s mirror: what helps?',
    'docs/troubleshooting.md',
    /npm_config_nodedir/,
  ],
  [
    'How does each user of my app get a memory?',
    'docs/client.md',
    /`user` is the id by which your application knows a user/,
  ],
  ['Can I run an example twice?', 'docs/client.md', /ifExists: 'return'/],
  ['How do I search several users at once?', 'docs/client.md', /searchSeveral\(\{ characterIds/],
  [
    'Does an answer wait for the memory’s model?',
    'docs/frameworks.md',
    /capture in the\s+background, so no answer waits/,
  ],
  ['User 101 is refused: what limits them?', 'docs/client.md', /`SERVICE_TIER=UNLIMITED`/],
  ['Is there a Python client?', 'docs/frameworks.md', /pip install \.\/clients\/python/],
  [
    'Which compose file is there, and how do I back up in the container?',
    'docs/operating.md',
    /docker compose exec memory agent-memory-service backup/,
  ],
  ['How do I erase everything of one user of my app?', 'docs/privacy.md', /erase --character user:u-17 --all/],
  ['How do I take my memory to a new machine?', 'docs/troubleshooting.md', /`restore FILE` on the new one/],
  ['How does my program learn of changes?', 'docs/http.md', /`GET \/v1\/changes` with `Accept: text\/event-stream`/],
  ['How do I upgrade the container?', 'docs/operating.md', /To upgrade, back up, then `docker compose up -d --build`/],
  ['I use Windsurf: is it a host?', 'docs/hosts.md', /Windsurf is now Devin Desktop/],
  ['Do keys end, and can they do less?', 'docs/http.md', /`expiresAt` \| when it ends/],
];

test.each(questions)('a newcomer’s question has its answer on a page: %s', (_, page, answer) => {
  expect(readFileSync(join(root, page), 'utf8')).toMatch(answer);
});
