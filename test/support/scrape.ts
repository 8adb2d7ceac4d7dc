/** One line of a page of metrics. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads a page of metrics, in the text format of Prometheus. */
export async function scrape(url: string): Promise<Sample[]> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === '') throw new Error(`this is no sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', of = '']) => [label, of]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** The value of the only sample with a name and, among others, these labels. */
export function sampleOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels);
  const found = samples.filter((one) => one.name === name && wanted.every(([label, of]) => one.labels[label] === of));
  if (found.length !== 1) throw new Error(`there are ${found.length} samples of ${name} ${JSON.stringify(labels)}`);
  return found[0]!.value;
}
