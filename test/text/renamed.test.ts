import { describe, expect, test } from 'vitest';
import { renamingIn } from '../../src/text/renamed.ts';

describe('a renaming', () => {
  test.each<[text: string, earlier: string, name: string]>([
    ['Harbor is now called Pier.', 'Harbor', 'Pier'],
    ['The staging server was renamed to egret.', 'staging server', 'egret'],
    ['We renamed the staging server to egret last week', 'staging server', 'egret'],
    ['Note: Project Harbor has been renamed Pier Two', 'Project Harbor', 'Pier Two'],
    ['Pier (formerly Harbor) runs on port 80', 'Harbor', 'Pier'],
    ['Pier used to be called Harbor', 'Harbor', 'Pier'],
    ['Twitter changed its name to X', 'Twitter', 'X'],
    ['auth-api is fine, and Billing is called Ledger now', 'Billing', 'Ledger'],
    ['Harbor heißt jetzt Pier.', 'Harbor', 'Pier'],
    ['Wir haben den Staging-Server in Reiher umbenannt', 'Staging-Server', 'Reiher'],
    ['Der alte Server wurde in Reiher umbenannt', 'alte Server', 'Reiher'],
    ['Pier, früher Harbor, läuft', 'Harbor', 'Pier'],
    ['Harbor s’appelle désormais Pier', 'Harbor', 'Pier'],
    ['Le serveur a été renommé Héron', 'serveur', 'Héron'],
    ['Harbor ahora se llama Muelle', 'Harbor', 'Muelle'],
    ['El servidor fue renombrado a Garza', 'servidor', 'Garza'],
    ['Harbor agora se chama Cais', 'Harbor', 'Cais'],
    ['O servidor foi renomeado para Garça', 'servidor', 'Garça'],
    ['ハーバーはピアに改名しました', 'ハーバー', 'ピア'],
    ['サーバー名、「ハーバー」を「ピア」に変更した', 'ハーバー', 'ピア'],
    ['海港现在叫码头。', '海港', '码头'],
    ['我们把海港改名为码头了', '海港', '码头'],
    ['تم تغيير اسم الميناء إلى الرصيف', 'الميناء', 'الرصيف'],
    ['الميناء اسمه الآن الرصيف', 'الميناء', 'الرصيف'],
  ])('“%s” has its earlier and its present name', (text, earlier, name) => {
    expect(renamingIn(text)).toStrictEqual({ earlier, name });
  });

  test.each([
    'It is now called Pier.',
    'Harbor is now deployed on Pier.',
    'The meeting is called off now.',
    'My dog is called Rex.',
    'She is now known for her paintings.',
    'What is Harbor now called?',
    'Wie heißt Harbor jetzt?',
    'I was formerly in Porto.',
    'The function will be renamed.',
    '现在叫他过来。',
    'Hafen heißt auf Englisch Harbor',
  ])('“%s” tells of none', (text) => {
    expect(renamingIn(text)).toBe(undefined);
  });
});
