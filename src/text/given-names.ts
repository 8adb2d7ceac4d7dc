import { once } from '../base/once.ts';

// Given names of scripts without capitals that are hardly ever common words: writing does not show them. Names that are
// (سعيد "happy", אור "light", 美 "beauty") count only where a text tells them or gives them a title.

const arabic = `
محمد أحمد محمود مصطفى يوسف إبراهيم إسماعيل عبدالله عبدالرحمن عبدالعزيز حسين خالد طارق زياد عثمان بلال ياسر ياسين أيمن إياد
أسامة فيصل سلمان سليمان هشام وليد وائل زكريا يحيى موسى هارون داود يعقوب إسحاق أيوب إدريس حمزة أنس معاذ قاسم رامي سامر
جورج إلياس بطرس حنا ميشيل فاطمة عائشة خديجة مريم زينب رقية ليلى سارة ياسمين هند سلمى لمى رنا رانيا دينا دانا لينا نادية نادين
سميرة سمية سوسن شيماء صفية عبير غادة كوثر مها منى ميساء نجلاء نسرين هالة يارا جنى تالا ريم ريما روان رزان`;
const persian = `
علی حسین مهدی محمدرضا علیرضا امیرعلی پارسا کیان آرش بهرام فرهاد داریوش سیاوش کوروش مهرداد نیما سینا فاطمه زهرا مریم نرگس
نازنین پریسا لیلا سارا مهسا سمیرا یاسمن`;
const hebrew = `
יוסף יעקב אברהם יצחק משה שלמה שמואל יהושע אהרון יונתן אלכסנדר מיכאל גבריאל רפאל איתי עידו עומר יובל ניצן אייל אלון אמיר אריאל
דניאל שרה רבקה רחל אסתר תמר יעל מיכל נועה מאיה עדי רותם הילה ליאת אורית סיגל אפרת טליה`;
const devanagari = `
राहुल रोहित अमित अनिल सुनील राजेश सुरेश रमेश महेश दिनेश मुकेश संजय अजय मनोज अर्जुन कृष्ण राम मोहन सोहन गोपाल
प्रिया नेहा अंजलि सुनीता अनीता गीता सीता मीरा राधा लक्ष्मी सरिता दीपिका स्वाति श्वेता ऐश्वर्या`;
/** Of two syllables; after a family name or by themselves with a particle. */
const korean = `
민준 서준 도윤 예준 시우 하준 지호 주원 지후 준우 준서 도현 건우 우진 선우 서진 민재 현우 지훈 영수 영호 성호 동현 서연 서윤 지우
하은 민서 윤서 채원 수아 지민 지유 서현 수빈 예은 은지 수진 미영 영희 순자 정숙 현정 혜진 유진 민지`;
const thai = 'สมชาย สมศักดิ์ สมหญิง วิชัย สุรชัย ณัฐพล สมพร สุนีย์ พรทิพย์ กนกวรรณ';

const japanese = `
佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 清水 山崎 池田 橋本 阿部 石川 前田 藤田 小川 岡田
太郎 花子 健太 翔太 大輔 拓也 直樹 健一 美咲 陽菜 結衣 裕子 智子 由美 恵子 真由美 久美子 美穂`;

const oneOf = (names: string) =>
  names
    .trim()
    .split(/\s+/u)
    .toSorted((a, b) => b.length - a.length)
    .join('|')
    .replace(/[أإآ]/gu, '[أإآا]');

const patterns = once(() => [
  // With particles that are written with it: "and Yusuf", "for Yusuf". Behind one a short name ends another word: كريم.
  new RegExp(
    `(?<![\\p{L}\\p{M}])(?:[وفبلك](?=\\p{L}{4}))?(${oneOf(arabic)}|${oneOf(persian)}|عبد ال[\\p{Script=Arabic}]{3,10})(?![\\p{L}\\p{M}])`,
    'gu',
  ),
  new RegExp(`(?<![\\p{L}\\p{M}])[ושבלכמ]{0,2}(${oneOf(hebrew)})(?![\\p{L}\\p{M}])`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{M}])(${oneOf(devanagari)})(?![\\p{L}\\p{M}])`, 'gu'),
  new RegExp(
    `(?<!\\p{L})([김이박최정강조윤장임한오서신권황안송류홍]?(?:${oneOf(korean)}))(?=이?(?:은|는|가|을|를|과|랑|와|의|에게|한테|도|네|야)?(?:\\P{L}|$))`,
    'gu',
  ),
  new RegExp(`(${oneOf(thai)})`, 'gu'),
  new RegExp(`(?<!\\p{Script=Han})(${oneOf(japanese)})(?!\\p{Script=Han})`, 'gu'),
  // 小王, 老李, 阿明: how people are called.
  /(?<![最大缩减渺较越从古不细微狭短弱变矮])([小老阿][王李张刘陈杨黄赵吴周徐孙朱胡郭何林罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁余蒋杜魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆戴贾韦夏邱侯邹孟秦阎薛尹雷黎陶贺顾郝龚邵钱严戴莫明芳强军])(?=[\p{Script=Han}，。、\s]|$)/gu,
  // 张伟, 陈静: a family name and one or two signs, where people stand.
  /(?<=^|[给和跟与找问约请让陪帮，。；、\s])((?:[张刘陈杨赵吴孙朱胡郭罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘袁董余苏叶吕魏蒋田杜丁沈姜范傅钟卢汪戴崔任陆廖姚邱夏谭韦贾邹石熊孟秦阎薛侯雷龙段郝孔邵史毛万顾赖武康贺严尹钱施牛洪龚李王黄林周]|欧阳|司马|上官|诸葛)\p{Script=Han}{1,2}?)(?=是我|是他|是她|说|告诉|负责|喜欢|不吃|爱吃|不喝|今年|下个?月|下周|昨天|今天|明天|想要|会做|在[^，。]{0,6}(?:工作|上班|上学)|发了|打电话|结婚|退休|住在|搬|生日|的(?:生日|电话|邮箱|儿子|女儿|孩子|老婆|丈夫|妻子|妈妈|爸爸|猫|狗)|买|讨论|聊|吃饭|下棋|见面|[，。]|$)/gu,
]);

const scripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Thai}\p{Script=Han}]/u;

/** The given names in a text, in scripts without capitals. */
export function givenNamesIn(text: string): string[] {
  if (!scripts.test(text)) return [];
  return patterns().flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name]) => name!));
}
