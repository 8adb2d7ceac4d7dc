import { describe, expect, test, vi } from 'vitest';
import { run } from '../../bin/commands.ts';
import { UsageError } from '../../bin/terminal/command-line.ts';

/** The output of a command line, without a process of its own. */
async function printed(words: readonly string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await run(words, '1.2.3');
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('help', () => {
  test.each([
    [['import', '--help'], ['import FILE…'], 'backup'],
    [['help', 'import'], ['import FILE…'], 'backup'],
    [['stdio', '-h'], ['[stdio]'], 'demo'],
    [['hook', '--help'], ['hook EVENT', '--db FILE'], 'uninstall'],
    [['keys', '--help'], ['keys create', 'keys list', 'keys revoke'], 'members'],
    [['help', 'members', 'resume'], ['members suspend|resume|remove'], 'members add'],
  ])('the help line %j shows that command alone', async (words, shown, others) => {
    const text = await printed(words);
    for (const one of shown) expect(text).toContain(one);
    expect(text).not.toContain(others);
    expect(text).not.toContain('SERVICE_DB [');
  });

  test('help is a page that names the way to all commands and settings, and --version prints the version', async () => {
    const page = await printed(['help']);
    expect(page.split('\n').length).toBeLessThanOrEqual(60);
    expect(await printed(['--help'])).toBe(page);
    expect(page).toContain('help commands');
    expect(await printed(['help', 'commands'])).toContain('members set-role');
    expect(page).toContain('help settings');
    expect(await printed(['help', 'settings'])).toContain('SERVICE_DB [');
    expect(await printed(['-v'])).toBe('1.2.3\n');
  });
});

describe('an invalid command line', () => {
  test.each([
    ['frobnicate', 'unknown command "frobnicate"'],
    ['--frobnicate', 'unknown option "--frobnicate"'],
    ['serach tea', 'unknown command "serach", did you mean search?'],
    ['serve --colour red', 'unknown option "--colour"'],
    ['add --charcter Ada tea', 'unknown option "--charcter", did you mean --character?'],
    ['init --character', '--character needs a value'],
    ['init --yes=1', '--yes takes no value'],
    ['stdio x', 'unexpected argument "x"'],
    ['tenants', '"tenants" takes one of create, list, set-tier'],
    ['tenants bogus', '"tenants" takes one of create, list, set-tier'],
    ['tenants create', '"tenants create" needs NAME'],
    ['tenants create A B', 'unexpected argument "B"'],
    ['tenants create A --tier GOLD', 'tier must be one of'],
    ['members add --tenant local --name x', 'role'],
    ['members add --tenant local --name x --role king', 'role must be one of'],
    ['members link', '"members link" needs MEMBER'],
    ['members link ann --minutes 4', '--minutes must be a number from 5 to 1440'],
    ['members link ann --minutes soon', '--minutes must be a number from 5 to 1440'],
    ['members link ann --url memory', '--url must be an address'],
    ['keys create', 'tenant'],
  ])('the command line %s is refused with its reason', async (line, fault) => {
    const refused = run(line.split(' '), '1.2.3');
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(fault);
  });
});
