// What installing the package brings: the size of what npm downloads of it, the packages and bytes on the disk, and the
// seconds of an installation, with and without install scripts. Run `npm run build` first. `--quick`: without scripts only.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report, timed } from './support/report.ts';

const home = mkdtempSync(join(tmpdir(), 'bench-package-'));
const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;

interface Files {
  packages: number;
  bytes: number;
}

function filesIn(folder: string): Files {
  const all = { packages: 0, bytes: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    all.bytes += statSync(join(entry.parentPath, entry.name)).size;
    const isRoot = /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(entry.parentPath.replaceAll('\\', '/'));
    if (entry.name === 'package.json' && isRoot) all.packages++;
  }
  return all;
}

async function install(tarball: string, name: string, args: string[]) {
  const folder = mkdtempSync(join(home, 'project-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const { ms } = await timed(() => execFileSync('npm', ['install', ...args, tarball], { cwd: folder, stdio: 'pipe' }));
  const { packages, bytes } = filesIn(join(folder, 'node_modules'));
  return { installed: name, packages, MB: megabytes(bytes), seconds: Math.round(ms / 1000) };
}

try {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', home, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, size }] = JSON.parse(String(packed)) as [{ filename: string; size: number }];
  const tarball = join(home, filename);
  const rows = [await install(tarball, 'without install scripts', ['--ignore-scripts'])];
  if (!process.argv.includes('--quick')) rows.push(await install(tarball, 'with install scripts', []));
  report(
    'package',
    rows.map((row) => ({ ...row, 'tarball MB': megabytes(size) })),
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
