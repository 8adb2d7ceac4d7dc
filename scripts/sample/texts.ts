/** The sample's texts in one language: every subject with every phrase is a memory; `mark` is in one alone. */
interface Language {
  tag: string;
  subjects: string[];
  phrases: string[];
  mark: { content: string; query: string };
}

/** `{}` is where the subject goes. */
export const languages: Language[] = [
  {
    tag: 'en',
    subjects: ['Agnes', 'Bertram', 'Cordelia', 'Dashiell', 'Eudora', 'Fitzgerald'],
    phrases: ['{} keeps bees behind the mill', '{} plays the viola on Sundays', '{} drinks tea without sugar'],
    mark: { content: 'The spare key of the boathouse hangs below the third lantern', query: 'spare key boathouse' },
  },
  {
    tag: 'de',
    subjects: ['Jürgen', 'Käthe', 'Björn', 'Günther', 'Zoë', 'Änne'],
    phrases: ['{} fährt täglich mit dem Rad', '{} züchtet weiße Kaninchen', '{} trinkt morgens Kräutertee'],
    mark: { content: 'Der Schlüssel zum Gewächshaus liegt unter der Gießkanne', query: 'Schlüssel Gewächshaus' },
  },
  {
    tag: 'fr',
    subjects: ['Élodie', 'François', 'Anaïs', 'Théophile', 'Noémie', 'Gaëtan'],
    phrases: ['{} préfère le café très serré', '{} répare de vieilles horloges', '{} habite près du théâtre'],
    mark: { content: 'Le rendez-vous chez le dentiste a lieu au rez-de-chaussée', query: 'rendez-vous dentiste' },
  },
  {
    tag: 'pl',
    subjects: ['Łukasz', 'Żaneta', 'Świętopełk', 'Bożena', 'Grażyna', 'Wojciech'],
    phrases: ['{} zbiera grzyby jesienią', '{} uczy się grać na skrzypcach', '{} mieszka nad jeziorem'],
    mark: { content: 'Zapasowa żarówka leży w szufladzie pod łóżkiem', query: 'żarówka szuflada' },
  },
  {
    tag: 'tr',
    subjects: ['Işıl', 'Gökçe', 'Çağlar', 'Şebnem', 'Ömür', 'Uğur'],
    phrases: ['{} her sabah yüzmeye gider', '{} çayı şekersiz içer', '{} eski haritalar biriktirir'],
    mark: { content: 'Bahçe kapısının şifresi takvimin arkasında yazılı', query: 'bahçe kapısının şifresi' },
  },
  {
    tag: 'ru',
    subjects: ['Алёна', 'Борис', 'Виктория', 'Геннадий', 'Дарья', 'Емельян'],
    phrases: ['{} собирает старинные марки', '{} пьёт чай с вареньем', '{} катается на лыжах зимой'],
    mark: { content: 'Запасной фонарь хранится в кладовке у лестницы', query: 'запасной фонарь' },
  },
  {
    tag: 'el',
    subjects: ['Αγγελική', 'Βασίλης', 'Γεωργία', 'Δημήτρης', 'Ελένη', 'Ζωή'],
    phrases: ['{} μαζεύει κοχύλια στην παραλία', '{} παίζει μπουζούκι', '{} πίνει τον καφέ σκέτο'],
    mark: { content: 'Το παλιό ημερολόγιο βρίσκεται στο ψηλό ράφι', query: 'παλιό ημερολόγιο' },
  },
  {
    tag: 'zh',
    subjects: ['王小明', '李建国', '张美丽', '陈志强', '刘思雨', '赵子龙'],
    phrases: ['{}每天早上跑步五公里', '{}喜欢喝乌龙茶', '{}周末去图书馆读书'],
    mark: { content: '备用钥匙放在花盆底下的铁盒里', query: '备用钥匙' },
  },
  {
    tag: 'ja',
    subjects: ['田中さん', '佐藤さん', '鈴木さん', '高橋さん', '渡辺さん', '伊藤さん'],
    phrases: ['{}は毎朝コーヒーを飲みます', '{}は古い切手を集めています', '{}は海の近くに住んでいます'],
    mark: { content: '非常口の懐中電灯は階段の下にあります', query: '懐中電灯' },
  },
  {
    tag: 'ko',
    subjects: ['김민준', '이서연', '박지호', '최수아', '정도윤', '강하은'],
    phrases: ['{} 씨는 매일 아침 산책을 합니다', '{} 씨는 녹차를 좋아합니다', '{} 씨는 바이올린을 배웁니다'],
    mark: { content: '비상용 손전등은 현관 서랍에 있습니다', query: '비상용 손전등' },
  },
  {
    tag: 'ar',
    subjects: ['أحمد', 'فاطمة', 'خالد', 'ليلى', 'يوسف', 'مريم'],
    phrases: ['{} تفضل القهوة بدون سكر', '{} تجمع الطوابع القديمة', '{} تسكن قرب البحر'],
    mark: { content: 'المصباح الاحتياطي موجود في خزانة المطبخ', query: 'المصباح الاحتياطي' },
  },
  {
    tag: 'he',
    subjects: ['אברהם', 'בתיה', 'גדעון', 'דבורה', 'הדסה', 'זאב'],
    phrases: ['{} אוספת בולים ישנים', '{} שותה תה בלי סוכר', '{} גרה ליד הים'],
    mark: { content: 'הפנס הרזרבי נמצא במגירה העליונה', query: 'הפנס הרזרבי' },
  },
  {
    tag: 'hi',
    subjects: ['अमित', 'बबीता', 'चेतन', 'दीपिका', 'ईशान', 'गौरी'],
    phrases: ['{} को बिना चीनी की चाय पसंद है', '{} पुराने सिक्के इकट्ठा करती है', '{} समुद्र के पास रहती है'],
    mark: { content: 'अतिरिक्त चाबी लाल डिब्बे के नीचे रखी है', query: 'अतिरिक्त चाबी' },
  },
  {
    tag: 'th',
    subjects: ['สมชาย', 'มาลี', 'ประเสริฐ', 'วิภา', 'อนันต์', 'กัลยา'],
    phrases: ['{}ชอบดื่มชาไม่ใส่น้ำตาล', '{}สะสมแสตมป์เก่า', '{}อาศัยอยู่ใกล้ทะเล'],
    mark: { content: 'ไฟฉายสำรองอยู่ในลิ้นชักห้องครัว', query: 'ไฟฉายสำรอง' },
  },
  {
    tag: 'emoji',
    subjects: ['🦊 Rusty', '🐼 Bamboo', '🦉 Hoot', '🐙 Inky', '👩‍🚀 Vega', '🏳️‍🌈 Iris'],
    phrases: ['{} reacts with 🎉🎉 to every release', '{} signs off with ☕️', '{} sorts the 📚 by colour'],
    mark: { content: 'A message that ends in 🧿🪬 is meant as a joke', query: 'message 🧿🪬' },
  },
];

/** A note in Markdown as its writer left it the first, second and third time. */
export const handbook = [
  '# Lighthouse\n\n## Rota\n\n- Mondays: Agnes polishes the lens\n- Tuesdays: Bertram winds the clock\n',
  '# Lighthouse\n\n## Rota\n\n- Mondays: Cordelia polishes the lens\n- Tuesdays: Bertram winds the clock\n',
  '# Lighthouse\n\n## Rota\n\n- Mondays: Cordelia polishes the lens\n\n| Part | Spares |\n|---|---|\n| Wick | 12 |\n| Prism | 2 |\n',
];

/** An export of another system: JSON records. */
export const imported = JSON.stringify(
  Array.from({ length: 24 }, (_, day) => ({
    content: `Log entry ${day + 1}: the tide stood at mark ${(day * 7) % 24} when the ferry came in`,
    category: 'events',
    occurredAt: new Date(Date.UTC(2025, 4, day + 1, 6, 30)).toISOString(),
  })),
);

/** Bytes that are no text in any encoding. */
export const binary = Buffer.from(Array.from({ length: 700 }, (_, i) => (i * i * 31 + i * 7) & 0xff));
