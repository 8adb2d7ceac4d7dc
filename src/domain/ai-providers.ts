export const aiProviders = ['openai', 'anthropic'] as const;
export type AiProvider = (typeof aiProviders)[number];
