/** A request without the key. */
export interface Request {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** The request that a form holds: its fields are called `path NAME`, `query NAME`, `header NAME` and `body`. */
export function requestOf(method: string, path: string, fields: FormData): Request | { fault: string } {
  const given = (place: string) =>
    [...fields].flatMap(([name, value]): [string, string][] => {
      return name.startsWith(`${place} `) && value !== '' ? [[name.slice(place.length + 1), String(value)]] : [];
    });
  const inPath = new Map(given('path'));
  const query = new URLSearchParams(given('query')).toString();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath.get(name) ?? ''));
  const request: Request = {
    method,
    url: filled + (query && `?${query}`),
    headers: Object.fromEntries(given('header')),
  };
  const body = String(fields.get('body') ?? '').trim();
  if (body === '') return request;
  try {
    JSON.parse(body);
  } catch (error) {
    return { fault: `The body is not JSON: ${(error as Error).message}` };
  }
  return { ...request, headers: { ...request.headers, 'Content-Type': 'application/json' }, body };
}

/** The same as a shell command, with the key in `$KEY`. */
export function shellCommand({ method, url, headers, body }: Request, origin: string): string {
  const options = [
    ...(method === 'GET' ? [] : ['-X', method]),
    ...['Authorization: Bearer $KEY', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].flatMap(
      (header) => ['-H', header.includes('$KEY') ? `"${header}"` : quoted(header)],
    ),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
  ];
  return `curl -sS ${options.join(' ')} ${quoted(origin + url)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
