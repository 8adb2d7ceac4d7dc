/** Whether one version (`1.2.3`) comes before another. */
export function isOlder(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  const place = a.findIndex((part, i) => part !== b[i]);
  return place >= 0 && (a[place] ?? 0) < (b[place] ?? 0);
}
