import { expect, test } from 'vitest';
import { judge } from '../../../src/ai/clauses/keep.ts';

const kept = (said: string) => judge(said, 'balanced').flatMap(({ outcome, text }) => (outcome === 'kept' ? text : []));

test.each([
  'The release manager of Ledger is Tom',
  'Tom is the release manager of Ledger.',
  'Our project lead is Priya Nair.',
  'Der Releasemanager von Ledger ist Tom.',
  'La responsable de Ledger es Ana.',
  'Le responsable du projet est Jean Dupont.',
  'O gerente do projeto é Rui.',
  'La responsabile di Ledger è Anna.',
  'De beheerder van Ledger is Tom.',
  'Use pnpm here, not npm.',
  "I'm Mara.",
  "I'm colour-blind.",
  'prod is in eu-west-1',
  'Releases are cut by Jonas.',
  'Log with pino, not console.log.',
  "Don't touch the legacy folder.",
  'Jonas reviews all migrations.',
  'Our docs live at docs.example.org',
  'I am Mara Lindqvist.',
  'Ich bin Mara.',
  'Ich bin farbenblind.',
  'Prod läuft in eu-west-1.',
  'Releases werden von Jonas gemacht.',
  'Logge mit pino, nicht mit console.log.',
  'Fass den Ordner legacy nicht an.',
  'Je suis Mara.',
  'Je suis daltonienne.',
  'La production est à Paris.',
  'Les versions sont publiées par Jonas.',
  'Formate avec prettier, pas eslint.',
  'Ne touche pas au dossier legacy.',
  'Soy Mara.',
  'Soy daltónica.',
  'Staging está en eu-west-1.',
  'Formatea con prettier, no con eslint.',
  'No toques la carpeta legacy.',
  'Sou daltônica.',
  'Não mexa na pasta legacy.',
  'Sono Mara.',
  'Non toccare la cartella legacy.',
  'Ik ben kleurenblind.',
  'Releases worden door Jonas gemaakt.',
  'Jestem daltonistką.',
  'Nie ruszaj folderu legacy.',
  'Я дальтоник.',
  'Не трогай папку legacy.',
  'Jag är färgblind.',
  'Rör inte mappen legacy.',
  'legacy klasörüne dokunma.',
  '我是色盲',
  '生产环境在东京',
  '别动 legacy 目录',
  '色弱です',
  '本番環境は東京にあります',
  'legacyフォルダは触らないで',
  '저는 색맹이에요',
  'legacy 폴더는 건드리지 마',
  'Не чіпай теку legacy.',
])('a short plain statement is kept: %s', (said) => {
  expect(kept(said)).toStrictEqual([said]);
});

test.each([
  "Don't run the tests now",
  'Fix the tests, not the code.',
  "I'm tired.",
  "I'm stuck.",
  "I'm Done",
  'The build is red.',
  'Prod is down.',
  'The error is in parser.ts',
  'Start with the parser, not the lexer.',
  'The branch was merged by Anna.',
  "Don't touch this.",
  "Don't touch that line.",
  "Don't push yet.",
  'Is prod in eu-west-1?',
  'Anna is waiting for the fix.',
  'The API is on fire',
  'Run the tests with jest, not the old runner',
  'Ich bin müde.',
  'Ich bin fertig.',
  'Der Build ist rot.',
  'Fass das jetzt nicht an.',
  'Je suis fatiguée.',
  'Le build est rouge.',
  'Estoy cansada.',
  'No lo toques.',
  '我累了',
  '现在先别动这个目录',
  '疲れました',
  '今は触らないで',
  '피곤해요',
  'Я устал.',
  'Не трогай это сейчас.',
])('an order of the moment, a state or a question is left out: %s', (said) => {
  expect(kept(said)).toStrictEqual([]);
});

test.each([
  'can you use tabs instead of spaces in the future?',
  'Kannst du künftig auf Englisch antworten?',
  'I like brief explanations, no headings unless I ask.',
  "Don't run the load tests on a laptop, they take two hours.",
  "ok let's go with SQLite instead of Mongo for the cache",
  'the search service still runs on Java 8',
  "I'd rather you show me the plan before you start",
  'The invoices will be numbered by year, not by customer',
  'Use conventional commits with the package in the scope',
  'Der Testserver wird jede Nacht neu gestartet.',
  'El servidor de pruebas se reinicia cada noche.',
  'Schreib die Tests bitte immer zuerst.',
  'Update the changelog before every release.',
  'Aktualizuj changelog przed każdym wydaniem.',
  'Her sürümden önce changelog güncelle.',
  '每次发布之前都要更新changelog。',
  'ファイルを削除する前に私に聞いてください。',
  '파일을 지우기 전에 나한테 물어봐.',
  'حدّث سجل التغييرات قبل كل إصدار.',
  'हर रिलीज़ से पहले changelog अपडेट करो।',
  'Запитай мене, перш ніж видаляти файли.',
])('a wish, a reason, a decision or a habit makes a statement last: %s', (said) => {
  expect(kept(said)).toStrictEqual([said]);
});

test.each([
  'can you use the other button instead?',
  "Don't run it yet, it's broken.",
  'I like the second one.',
  "ok let's go with option 2",
  'Kannst du den Test noch einmal starten?',
])('the same forms about one thing are left out: %s', (said) => {
  expect(kept(said)).toStrictEqual([]);
});

test.each([
  'Ändere nie die Dateien im Ordner generated',
  'Wir nehmen pnpm, nicht npm',
  'The nightly backup runs at 03:30 UTC.',
  'Our planning is on Mondays.',
  'The entry point is src/main.ts.',
  'خادم الاختبار عندنا في فرانكفورت.',
  'Мою начальницю звати Оксана.',
  'Test sunucumuz Frankfurt bölgesinde.',
  'Müdürümün adı Elif.',
  'El servidor de pruebas está en Fráncfort.',
  'No modifiques nunca los archivos de la carpeta generated',
  'Đừng bao giờ sửa file trong thư mục generated',
  "Bundan sonra her push'tan önce testleri çalıştır",
  'Biz npm değil pnpm kullanıyoruz',
  'generated 目录里的文件绝对不要改',
  '短い回答のほうが好きです',
  '짧은 답변을 선호해요',
  'मैं पुणे में रहता हूँ और बैकएंड टीम में काम करता हूँ',
  'قاعدة البيانات عندنا PostgreSQL 15',
  'همیشه پیام‌های کامیت را به انگلیسی بنویس',
  'از این به بعد قبل از هر push تست‌ها را اجرا کن',
])('a standing order or a fact of any language is kept: %s', (said) => {
  expect(kept(said)).toStrictEqual([said]);
});

test.each([
  'Always On My Mind (Live at Wembley).mp3 failed to convert',
  'The modal has a close button on the right',
  'I think the parser handles empty lines',
  'It seems that totals are computed on the server',
  'You forgot the index of the users table',
  'the error is in src/main.ts',
  'We will now write the tests of the parser',
  'Ich möchte, dass du die Webseite überarbeitest.',
  'Hãy tạo cho tôi bộ câu hỏi khảo sát.',
  '需要你幫我調整對應改動並且確認都修改完成',
  'We use SQLite for now.',
  'Please keep the sidebar on the left side of the dashboard',
  'If you want, I can add the schema to the repository',
  '一覧画面に検索ボタンを追加してほしいです',
  '이 버튼을 오른쪽으로 옮기고 싶어',
  '请你更新一下项目文档',
  'لطفا صفحه ورود را درست کن',
  'به نظر میرسه که اطلاعات به درستی بارگذاری میشه',
])('a guess, a remark to the agent, an order or a part of a page is not kept: %s', (said) => {
  expect(kept(said)).toStrictEqual([]);
});

test.each([
  'The user should have two options in that case.',
  'Each setting should have its own card.',
  'When the user logs in, the list reloads.',
  '사용자의 설정은 웹을 통해 가능하다.',
  '必须支持行内编辑。',
  'I want to restructure the folders of this project.',
  'Quiero mejorar la organización de las carpetas.',
  '我想重构这个项目的结构。',
  'I never saw the window open.',
  'Nie ma menu na stronie.',
  '🚀 ~ Extracted restaurant: Roma',
  'You may use any language you like.',
  'Перенеси дату надходження до таблиці книг.',
])('a requirement, a wish, an order or output is not stored: %s', (said) => {
  expect(kept(said)).toStrictEqual([]);
});

test.each([
  'Tôi bị dị ứng với đậu phộng.',
  'ฉันแพ้ถั่วลิสง',
  'เรา deploy ทุกวันอังคาร',
  'ابنتي عمرها سبع سنوات.',
  'हमने Redis छोड़ने का फैसला किया है।',
  'Kami deploy setiap hari Selasa.',
  'Her salı deploy ediyoruz.',
  'Serwer testowy stoi we Frankfurcie.',
  '저는 땅콩 알레르기가 있어요.',
  '我对花生过敏。',
  '毎週火曜日にデプロイします。',
])('a person, a schedule, a place or a decision holds in any language: %s', (said) => {
  expect(kept(said)).toStrictEqual([said]);
});

test.each([
  'เทสต์ยังแดงอยู่',
  'แก้หน้า login ให้หน่อย',
  'Trang này tải chậm quá.',
  'Testler hâlâ kırmızı.',
  'Jestem dziś zmęczona.',
  '테스트가 아직도 빨간색이야.',
])('a state or a task is not stored in any language: %s', (said) => {
  expect(kept(said)).toStrictEqual([]);
});
