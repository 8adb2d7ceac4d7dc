import type { Section } from './real-texts.ts';

/** Own sentences for scripts the book may lack: right to left, without spaces, with long compound words, mixed. */
export const ownSections: readonly Section[] = [
  {
    language: 'he',
    title: 'גיבויים',
    paragraphs: [
      'הגיבוי הלילי של השרתים מתחיל בשעה 02:15 ונשמר ב־`/srv/backup` למשך שלושים יום, ואחר כך עובר לארכיון בחיפה.',
      'דנה אחראית על שחזור: היא בודקת בכל יום ראשון שאפשר להחזיר את מסד הנתונים PostgreSQL 16 תוך פחות מעשרים דקות.',
    ],
  },
  {
    language: 'ar',
    title: 'النسخ الاحتياطي',
    paragraphs: [
      'يفضّل سامي أن تصله التنبيهات بالعربية عبر البريد لا عبر الهاتف، إلا إذا توقّف الخادم `db-01` أكثر من خمس دقائق.',
      'اجتماع فريق التشغيل كل ثلاثاء الساعة التاسعة صباحًا في قاعة «النخيل»، ومحضره يُحفظ في المجلد المشترك.',
    ],
  },
  {
    language: 'fi',
    title: 'Varmuuskopiointi',
    paragraphs: [
      'Järjestelmänvalvojan varmuuskopiointiaikataulusuunnitelmassa kerrotaan, että lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas saa palautuskoulutuksen.',
      'Kesällä palvelinhuoneen ilmastointilaite tarkastetaan viikoittain, koska lämpötila nousi viime heinäkuussa 34 asteeseen.',
    ],
  },
  {
    language: 'de',
    title: 'Zugangsberechtigungen',
    paragraphs: [
      'Die Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz-Dokumentation liegt im Netzwerkspeicherzugriffsberechtigungsverwaltungsordner; Änderungen genehmigt die Datenschutzbeauftragte.',
      'Das Wartungsfenster ist der zweite Dienstag des Monats, 22:00 bis 01:00 Uhr; Kundinnen und Kunden werden drei Werktage vorher benachrichtigt.',
    ],
  },
  {
    language: 'zh',
    title: '备份策略',
    paragraphs: [
      '数据库每天凌晨两点一刻自动备份到上海机房，保留三十天；每周日由王小明做一次恢复演练，确认二十分钟之内可以恢复全部业务数据。',
      '项目组约定：所有面向用户的错误信息必须同时提供中文和英文，不得出现内部编号、堆栈信息或任何个人资料。',
    ],
  },
  {
    language: 'ja',
    title: '読書会の覚え書き',
    paragraphs: [
      '読書会は毎月第三木曜日の夜七時から図書館の二階で開かれ、次回は夏目漱石の『こころ』を取り上げる予定なので、各自で下巻まで読んでおくこと。',
    ],
  },
  {
    language: 'ko',
    title: '배포 절차',
    paragraphs: [
      '배포는 화요일과 목요일 오전에만 진행하며, 문제가 생기면 십오 분 안에 이전 버전으로 되돌리고 담당자 김지우에게 바로 알린다.',
    ],
  },
  {
    language: 'en',
    title: 'Addresses and commands',
    paragraphs: [
      'The mirror is https://mirror.example.org/debian-security/dists/bookworm-security/updates/main/binary-amd64/Packages.gz?signature=6f1ed002ab5595859014ebf0951522d9c1a0 and nothing else.',
      'Run `apt-get -o Dpkg::Options::="--force-confold" dist-upgrade --assume-yes` on **staging first**; the word שלום and the word مرحبا stay as they are in the greeting.',
    ],
  },
];

/** Pairs that say nearly the same, or the same with another value: what the Queue shows. */
export const nearlySame: readonly [older: string, newer: string][] = [
  [
    'The staging server is rebooted every Sunday at 04:00 UTC.',
    'The staging server is rebooted every Sunday at 05:00 UTC.',
  ],
  [
    'Der Sicherungsserver steht im Rechenzentrum in Frankfurt am Main.',
    'Der Sicherungsserver steht im Rechenzentrum in Nürnberg.',
  ],
  [
    'Inês prefers short commit messages with the reason in the first line.',
    'Inês prefers short commit messages, with the reason in the first line and no list below it.',
  ],
];

/** Facts with a date: some of them are past on the last day of the story. */
export const dated = [
  'The TLS certificate of mail.example.org expires on 12 January 2025.',
  'Until 3 March 2025 the office in Porto is closed for rebuilding.',
];
