import { encoderFiles } from '../encoder.ts';

/** A package of the registry that npm is set up for, of one version. */
export interface PinnedPackage {
  name: string;
  version: string;
  /** As the registry states it: an algorithm and a digest in base64. */
  integrity: string;
  bytes: number;
  licence: string;
}

/** A file of a published model. */
export interface PinnedFile {
  /** Below the model's address. */
  path: string;
  /** Its name in the encoder's folder. */
  as: string;
  bytes: number;
  /** In hex. */
  sha256: string;
}

export interface PinnedModel {
  name: string;
  licence: string;
  files: readonly PinnedFile[];
  maxTokens: number;
  languages: 'english' | 'many';
}

/** The runtime with the files that its JavaScript needs, and no others. */
export const runtimePackages: readonly PinnedPackage[] = [
  {
    name: 'onnxruntime-node',
    version: '1.30.0',
    integrity: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
    bytes: 113_507_888,
    licence: 'MIT',
  },
  {
    name: 'onnxruntime-common',
    version: '1.30.0',
    integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
    bytes: 66_795,
    licence: 'MIT',
  },
];

/** The size of the runtime on disk, by platform. Platforms not listed have no runtime. */
export const runtimeBytes: ReadonlyMap<string, number> = new Map([
  ['linux-x64', 46_300_000],
  ['linux-arm64', 25_600_000],
  ['darwin-arm64', 44_900_000],
  ['win32-x64', 67_200_000],
  ['win32-arm64', 72_800_000],
]);

/** A small sentence encoder for English: 384 numbers, weights of 8 bits. */
export const model: PinnedModel = {
  name: 'all-MiniLM-L6-v2',
  licence: 'Apache-2.0',
  files: [
    {
      path: 'onnx/model_quantized.onnx',
      as: encoderFiles.model,
      bytes: 22_972_370,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
    {
      path: 'tokenizer.json',
      as: encoderFiles.tokenizer,
      bytes: 711_661,
      sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
    },
  ],
  maxTokens: 128,
  languages: 'english',
};
