// begin
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { openMemory } from 'agent-memory-service/client';
import { MemoryStore, memoryTools } from 'agent-memory-service/langchain';

const client = await openMemory({ file: 'memory.db' });
const store = new MemoryStore({ client, user: 'ada' });
const model = new ChatOpenAI({ model: 'gpt-5.4-mini' });

const answer = async ({ messages }, { store: memory }) => {
  await memory.put(['ada', 'notes'], 'drink', { text: 'Ada prefers tea to coffee.' });
  const [found] = await memory.search(['ada'], { query: 'What does Ada drink?' });
  return { messages: [await model.invoke(`${found.value.text} (${messages.length})`)] };
};
const graph = new StateGraph(MessagesAnnotation).addNode('answer', answer).addEdge(START, 'answer').compile({ store });
const { messages } = await graph.invoke({ messages: [{ role: 'user', content: 'What do I drink?' }] });
// end

await store.put(['ada', 'notes'], 'age', { text: 'Ada is old.', age: 36 });
await store.put(['bob'], 'a/b c', { text: 'Bob swims.' });
const [recall, remember] = memoryTools({ client, user: 'ada' });
console.log(
  JSON.stringify({
    text: messages.at(-1).content,
    got: (await store.get(['bob'], 'a/b c')).value,
    old: (await store.search(['ada'], { filter: { age: { $gt: 30 } } })).map(({ key }) => key),
    namespaces: await store.listNamespaces({ maxDepth: 1 }),
    suffix: await store.listNamespaces({ suffix: ['notes'] }),
    gone: await store.delete(['bob'], 'a/b c').then(() => store.get(['bob'], 'a/b c')),
    remembered: await remember.invoke({ content: 'Ada decided to learn Portuguese.' }),
    recalled: await recall.invoke({ query: 'Which language does Ada learn?' }),
  }),
);
await client.close();
