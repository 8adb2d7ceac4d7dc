import { fold } from '../fold.ts';
import type { TimeWords } from './language.ts';

// Memories in Arabic count as being in no known language; only the times in their questions are read.

/** Whether a text has letters of Arabic. */
export const isArabic = (text: string): boolean => /[\u0621-\u064a]/.test(text);

/** A word with its article and the particles that are written with it. */
const joined = (words: string) =>
  fold(words)
    .split(' ')
    .map((word) => `[وفبل]{0,2}(?:ا?ل)?(?:${word})`)
    .join(' ');

/** Words in which `~` is any ending. */
const withEndings = (words: string) => fold(words).replaceAll('~', '\\p{L}*');

export const ARABIC_TIME: TimeWords = {
  months: joined(
    'يناير|كانون_الثاني فبراير|شباط مارس|آذار أبريل|إبريل|نيسان مايو|أيار يونيو|يونيه|حزيران يوليو|يوليه|تموز أغسطس|آب سبتمبر|أيلول أكتوبر|تشرين_الأول نوفمبر|تشرين_الثاني ديسمبر|كانون_الأول',
  ),
  weekdays: joined('أحد إثنين ثلاثاء أربعاء خميس جمعة سبت'),
  days: fold('اليوم|الليلة|النهاردة أمس|البارحة|امبارح|الليلة_الماضية أول_أمس|أمس_الأول|قبل_يومين'),
  units: joined(
    'يوم|أيام|يوما أسبوع|أسابيع|أسبوعين نهاية_الأسبوع|عطلة_نهاية_الأسبوع شهر|أشهر|شهور|شهرين سنة|سنوات|سنين|عام|أعوام',
  ),
  numbers: fold('واحد|واحدة اثنين|اثنان ثلاث|ثلاثة أربع|أربعة خمس|خمسة ست|ستة سبع|سبعة ثماني|ثمانية تسع|تسعة عشر|عشرة'),
  last: fold('الماضي|الماضية|الفائت|الفائتة|المنصرم|السابق|السابقة'),
  this: fold('هذا|هذه'),
  ago: [fold('قبل|منذ'), ''],
  of: fold('من|عام|سنة'),
  others: '',
  when: fold('متى'),
  doing: withEndings(
    'ماذا|ما|شو|ايش|الذي|حدث~|يحدث|حصل~|صار|جرى|وقع|فعل~|عمل~|نعمل|سوي~|قل(?:ت|نا|تم)|قال~|قرر~|ناقش~|تحدث~|تكلم~|اتفق~|تعلم~|أنجز~|كتب~|سجل~|لخص~|ملخص|اعرض|أخبرني|كل|شيء|جديد|ملاحظات~|ذكريات~|أحداث|كنت|كنا|كان|في|خلال|عن|لي',
  ),
};
