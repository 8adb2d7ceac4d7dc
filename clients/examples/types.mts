// Every adapter where its framework takes it: only the types are looked at.
import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { BaseStore } from '@langchain/langgraph-checkpoint';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Agent, run } from '@openai/agents';
import { memoryMiddleware, memoryTools as toolsOfAiSdk } from 'agent-memory-service/ai-sdk';
import { memoryHandlers } from 'agent-memory-service/anthropic';
import { connect } from 'agent-memory-service/client';
import { MemoryStore, memoryTools as toolsOfLangChain } from 'agent-memory-service/langchain';
import { agentMemory, memoryProcessor, memoryTools as toolsOfMastra } from 'agent-memory-service/mastra';
import { MemorySession, memoryTools as toolsOfOpenAi } from 'agent-memory-service/openai-agents';
import { generateText, type LanguageModelMiddleware } from 'ai';

const client = connect({ url: 'http://127.0.0.1:8787', key: 'key' });
const options = { client, characterId: 'me', sessionId: 'monday', onError: (error: unknown) => void error };

export const middleware: LanguageModelMiddleware = memoryMiddleware(options);
export const generated = generateText({ model: 'a/model', prompt: 'x', tools: toolsOfAiSdk(options) });
export const ran = run(new Agent({ name: 'a', tools: toolsOfOpenAi(options) }), 'x', {
  session: new MemorySession(options),
});
export const store: BaseStore = new MemoryStore(options);
export const tools: StructuredToolInterface[] = toolsOfLangChain(options);
export const runner = new Anthropic().beta.messages.toolRunner({
  model: 'a',
  max_tokens: 1,
  messages: [],
  tools: [betaMemoryTool(memoryHandlers(options))],
});
const processor = memoryProcessor(options);
export const agent = new MastraAgent({
  id: 'a',
  name: 'a',
  instructions: '',
  model: 'a/model',
  tools: toolsOfMastra(options),
  inputProcessors: [processor],
  outputProcessors: [processor],
});
// @ts-expect-error a session has an id
export const wrong = new MemorySession({ client, characterId: 'me' });
