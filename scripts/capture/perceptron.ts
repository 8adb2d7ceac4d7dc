import { seeded } from './examples.ts';

/** What one example gives: its inputs, two goals (lasting, lasting beyond doubt) and its weight. */
export interface Sample {
  vector: Float32Array;
  form: Float32Array;
  goals: readonly [any: number, sure: number];
  weight: number;
}

/** A matrix, row by row: a row for each number of the input. */
export interface Layer {
  rows: number;
  columns: number;
  values: Float32Array;
}

/** A fitted network. `vector` and `form` read the inputs, `hidden` both, and the outputs also take the inputs as they are. */
export type Fit = Record<'vector' | 'form' | 'hidden' | 'bias' | 'out' | 'vectorOut' | 'formOut' | 'outBias', Layer>;

/** Sizes and parameters of the training: AdamW (Loshchilov and Hutter, 2019) with dropout (Srivastava et al., 2014). */
const sizes = { vector: 48, form: 24, hidden: 48, goals: 2 };
const dropped = { vector: 0.3, form: 0.1, hidden: 0.4 };
const epochs = 10;
const batch = 512;
const rate = 2e-3;
const warmUp = 30;
const decay = 0.05;
const [first, second] = [0.9, 0.99];
/** The second goal counts less than the first. */
const share = [1, 0.7] as const;

/** Trains one network of two layers. The same seed gives the same network. */
export function trainOne(samples: readonly Sample[], seed: number): Fit {
  const random = seeded(seed);
  const [{ vector, form }] = samples as [Sample];
  const net = initial(vector.length, form.length, random);
  const layers = Object.values(net);
  const gradients = Object.fromEntries(
    Object.entries(net).map(([name, one]) => [name, { ...one, values: new Float32Array(one.values.length) }]),
  ) as Fit;
  const moments = layers.map(
    ({ values }) => [new Float32Array(values.length), new Float32Array(values.length)] as const,
  );
  const order = samples.map((_, i) => i);
  const steps = epochs * Math.ceil(samples.length / batch);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (let from = 0; from < order.length; from += batch) {
      for (const { values } of Object.values(gradients)) values.fill(0);
      const chosen = order.slice(from, from + batch);
      for (const i of chosen) learn(net, gradients, samples[i]!, random, 1 / chosen.length);
      step++;
      const speed = rate * Math.min(1, step / warmUp) * 0.5 * (1 + Math.cos(Math.PI * Math.min(1, step / steps)));
      for (const [k, gradient] of Object.values(gradients).entries())
        move(layers[k]!, gradient, moments[k]!, step, speed);
    }
  }
  return net;
}

/** The outputs for one example: the logarithms of the odds of both goals. */
export function outputOf(net: Fit, vector: Float32Array, form: Float32Array): Float32Array {
  return forward(net, vector, form).out;
}

function initial(vector: number, form: number, random: () => number): Fit {
  const layer = (rows: number, columns: number, spread = 0): Layer => ({
    ...{ rows, columns },
    values: Float32Array.from({ length: rows * columns }, () => (spread === 0 ? 0 : spread * normal(random))),
  });
  const inner = sizes.vector + sizes.form;
  const net = {
    vector: layer(vector, sizes.vector, 1 / Math.sqrt(vector)),
    form: layer(form, sizes.form, 1 / Math.sqrt(form)),
    hidden: layer(inner, sizes.hidden, 1 / Math.sqrt(inner)),
    bias: layer(1, sizes.hidden),
    out: layer(sizes.hidden, sizes.goals, 0.3 / Math.sqrt(sizes.hidden)),
    vectorOut: layer(vector, sizes.goals),
    formOut: layer(form, sizes.goals),
    outBias: layer(1, sizes.goals),
  };
  net.outBias.values.set([-2, -3]);
  return net;
}

/** Box and Muller, 1958. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random() + 1e-9)) * Math.cos(2 * Math.PI * random());
}

interface Pass {
  vector: Float32Array;
  form: Float32Array;
  before: Float32Array;
  inner: Float32Array;
  beforeHidden: Float32Array;
  hidden: Float32Array;
  kept: readonly [inner: Float32Array, hidden: Float32Array];
  out: Float32Array;
}

function forward(net: Fit, givenVector: Float32Array, givenForm: Float32Array, random?: () => number): Pass {
  const vector = random ? thinned(givenVector, dropped.vector, random) : givenVector;
  const form = random ? thinned(givenForm, dropped.form, random) : givenForm;
  const before = new Float32Array(sizes.vector + sizes.form);
  addProduct(before, 0, vector, net.vector);
  addProduct(before, sizes.vector, form, net.form);
  const keeps = (length: number) =>
    new Float32Array(length)
      .fill(1)
      .map((one) => (random === undefined ? one : random() < dropped.hidden ? 0 : one / (1 - dropped.hidden)));
  const kept = [keeps(before.length), keeps(sizes.hidden)] as const;
  const inner = before.map((one, i) => gelu(one) * kept[0][i]!);
  const beforeHidden = Float32Array.from(net.bias.values);
  addProduct(beforeHidden, 0, inner, net.hidden);
  const hidden = beforeHidden.map((one, i) => gelu(one) * kept[1][i]!);
  const out = Float32Array.from(net.outBias.values);
  addProduct(out, 0, hidden, net.out);
  addProduct(out, 0, vector, net.vectorOut);
  addProduct(out, 0, form, net.formOut);
  return { vector, form, before, inner, beforeHidden, hidden, kept, out };
}

/** Adds the gradient of one example (backpropagation). */
function learn(net: Fit, to: Fit, { vector, form, goals, weight }: Sample, random: () => number, scale: number): void {
  const pass = forward(net, vector, form, random);
  const error = pass.out.map((one, k) => scale * weight * share[k]! * (1 / (1 + Math.exp(-one)) - goals[k]!));
  addOuter(to.out, pass.hidden, error);
  addOuter(to.vectorOut, pass.vector, error);
  addOuter(to.formOut, pass.form, error);
  for (const [k, one] of error.entries()) to.outBias.values[k]! += one;
  const hidden = back(net.out, error).map((one, i) => one * pass.kept[1][i]! * slope(pass.beforeHidden[i]!));
  addOuter(to.hidden, pass.inner, hidden);
  for (const [k, one] of hidden.entries()) to.bias.values[k]! += one;
  const inner = back(net.hidden, hidden).map((one, i) => one * pass.kept[0][i]! * slope(pass.before[i]!));
  addOuter(to.vector, pass.vector, inner.subarray(0, sizes.vector));
  addOuter(to.form, pass.form, inner.subarray(sizes.vector));
}

function move(
  { values, rows }: Layer,
  { values: gradient }: Layer,
  [mean, square]: readonly [Float32Array, Float32Array],
  step: number,
  speed: number,
): void {
  const [a, b] = [1 - first ** step, 1 - second ** step];
  const shrink = rows > 1 ? speed * decay : 0;
  for (let i = 0; i < values.length; i++) {
    const one = gradient[i]!;
    mean[i] = first * mean[i]! + (1 - first) * one;
    square[i] = second * square[i]! + (1 - second) * one * one;
    values[i]! -= (speed * (mean[i]! / a)) / (Math.sqrt(square[i]! / b) + 1e-8) + shrink * values[i]!;
  }
}

function thinned(numbers: Float32Array, share: number, random: () => number): Float32Array {
  return numbers.map((one) => (random() < share ? 0 : one / (1 - share)));
}

function addProduct(to: Float32Array, from: number, input: Float32Array, { columns, values }: Layer): void {
  for (let row = 0; row < input.length; row++) {
    const one = input[row]!;
    if (one === 0) continue;
    const start = row * columns;
    for (let column = 0; column < columns; column++) to[from + column]! += one * values[start + column]!;
  }
}

function addOuter({ columns, values }: Layer, input: Float32Array, error: Float32Array): void {
  for (let row = 0; row < input.length; row++) {
    const one = input[row]!;
    if (one === 0) continue;
    const start = row * columns;
    for (let column = 0; column < columns; column++) values[start + column]! += one * error[column]!;
  }
}

function back({ rows, columns, values }: Layer, error: Float32Array): Float32Array {
  const input = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++) sum += values[row * columns + column]! * error[column]!;
    input[row] = sum;
  }
  return input;
}

const root = Math.sqrt(2 / Math.PI);

/** As `ClauseNetwork` computes it (Hendrycks and Gimpel, 2016). */
function gelu(x: number): number {
  return 0.5 * x * (1 + Math.tanh(root * (x + 0.044715 * x ** 3)));
}

function slope(x: number): number {
  const t = Math.tanh(root * (x + 0.044715 * x ** 3));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * root * (1 + 0.134145 * x * x);
}
