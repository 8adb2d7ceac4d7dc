/** "My name is …" at the beginning of a sentence, in the languages of the lexicon. */
const naming =
  /(?:^|[.!?:]\s{1,3})(?:(?:hi|hello|hallo|hola|bonjour|ciao|olá)[,!]? )?(?:my name(?: is|'s)|i(?:'m| am) called|you can call me|ich heiße|mein name ist|je m'appelle|mon nom est|me llamo|mi nombre es|meu nome é|(?:eu )?me chamo|mi chiamo|il mio nome è|ik heet|mijn naam is|nazywam się|mam na imię|меня зовут|мо[её] имя|мене звати|(?:benim )?adım|jag heter|jeg hedder|jeg heter|minun nimeni on|jmenuji se|με λένε|nama saya|tên tôi là|اسمي|मेरा नाम)(?!\p{L})|我叫|我的名字|私の名前は|と申します|제 이름은|(?:ฉัน|ผม|ดิฉัน)ชื่อ/iu;

/** How far a text is looked at, in UTF-16 units. */
const reach = 400;

/** Whether somebody says how they are called. */
export function saysOwnName(text: string): boolean {
  return naming.test(text.slice(0, reach).replace(/[’‘]/gu, "'"));
}
