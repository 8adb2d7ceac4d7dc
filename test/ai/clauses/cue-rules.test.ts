import { expect, test } from 'vitest';

import { judge } from '../../../src/ai/clauses/keep.ts';

const kept = (said: string) => judge(said, 'balanced').flatMap(({ outcome, text }) => (outcome === 'kept' ? text : []));

test.each([
  'أجب دائما بالعربية',
  'نحن نستخدم PostgreSQL في الإنتاج',
  'من الآن فصاعدا اكتب التعليقات بالإنجليزية',
  'हमेशा हिंदी में जवाब दो',
  'अब से टिप्पणियाँ अंग्रेज़ी में लिखना',
  'मेरा नाम रोहन है और मैं वेब डेवलपर हूँ',
  'Selalu jawab dalam bahasa Indonesia',
  'Mulai sekarang tulis komentar dalam bahasa Inggris',
  'Nama saya Budi, saya pengembang web',
  'Luôn trả lời bằng tiếng Việt',
  'Từ nay viết chú thích bằng tiếng Anh',
  'Tôi tên Minh, là lập trình viên web',
  'Завжди відповідай українською',
  'Відтепер пиши коментарі англійською',
  'Мене звати Тарас, я веброзробник',
  '이제부터 한국어로 답해줘',
  '앞으로는 pnpm만 써',
  '우리는 운영에서 PostgreSQL을 씁니다',
  'İngilizce yorum yaz, Türkçe yazma',
  'Üretilen dosyaları asla değiştirme',
  'Boşluk yerine sekme kullan',
  'The release branch is called main.',
  'For this repo: run pnpm test before every commit.',
  'For this codebase always use named exports.',
  'Für dieses Repo: vor jedem Commit pnpm test ausführen.',
  'En este repo: ejecuta pnpm test antes de cada commit.',
])('a lasting statement is kept in every language: %s', (said) => {
  expect(kept(said)).toStrictEqual([said]);
});

test.each([
  'شغل الاختبارات الآن',
  'كيف أستخدم هذه المكتبة؟',
  'شكرا، ممتاز',
  'अभी टेस्ट चलाओ',
  'यह लाइब्रेरी कैसे इस्तेमाल करें?',
  'धन्यवाद, बढ़िया',
  'Jalankan tes sekarang',
  'Şimdi bu testleri çalıştırmayın',
  'Bagaimana cara pakai pustaka ini?',
  'Terima kasih, mantap',
  'Chạy test bây giờ đi',
  'Dùng thư viện này thế nào?',
  'Cảm ơn, tuyệt',
  'Запусти тести зараз',
  'Як користуватися цією бібліотекою?',
  'Дякую, чудово',
  '지금 테스트 돌려줘',
  '이 줄 지워줘',
  '이메일 필드 추가해줘',
  'Testleri şimdi çalıştır',
  'Bu satırı sil',
  'Hata hâlâ hep çıkıyor',
])('a task, a question or a symptom is left out: %s', (said) => {
  expect(kept(said)).toStrictEqual([]);
});

test.each([
  'We decided to replace Sentry by Bugsnag for crash reports.',
  "On a décidé de passer à Bugsnag pour les rapports d'erreur.",
  'Our error messages are in English.',
])('a decision about faults, or a thing that is named by them, is kept: %s', (said) => {
  expect(kept(said)).toStrictEqual([said]);
});

test.each([
  'The build failed after we decided to upgrade.',
  'We decided yesterday and now it fails with an undefined error.',
  "There's a bug in the login page.",
  'The app crashes when I click save.',
])('a fault is not kept: %s', (said) => {
  expect(kept(said)).toStrictEqual([]);
});
