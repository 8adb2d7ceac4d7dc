import { plain } from './cue-rules.ts';
import { asks } from './objections.ts';
import { readClauses } from './read.ts';

/** How requests for words begin: "Tell me a joke", "Explain closures". */
const wanting = new RegExp(
  `^(?:please |bitte |por favor,? )?(?:${[
    '(?:tell|give|show|read|sing|teach|recommend|write|draw) (?:me|us)|explain|summari[sz]e|rephrase|rewrite',
    'write an? (?:\\w+ )?(?:haiku|poem|story|song|joke|essay|limerick)',
    '(?:erzähle?|gib|zeige?|erkläre?|schreibe?|sage?|nenne?) (?:mir|uns)',
    '(?:donne|raconte|montre|explique|dis|écris)(?:z|s)?-(?:moi|nous)',
    '(?:cuénta|di|da|muéstra|explíca|escríbe)(?:me|nos)|(?:conte|conta|diga|diz|mostre|explique)-me|me (?:conte|conta|diga|mostre|explique)',
    '(?:raccont|mostr|spieg)ami|dimmi|dammi|scrivimi',
    '(?:vertel|geef|toon|schrijf) (?:me|mij|ons)|(?:powiedz|opowiedz|daj|pokaż|wyjaśnij|napisz) mi',
    '(?:расскажи|объясни|розкажи|поясни)(?:те)?|(?:скажи|покажи|дай)(?:те)? (?:мне|нам|мені)',
    '(?:berätta|förklara) för (?:mig|oss)|(?:ge|visa) (?:mig|oss)|bana .{1,60} (?:anlat|söyle|göster|ver)',
    'ceritakan|jelaskan|(?:beri tahu|tunjukkan) (?:saya|kami)|(?:kể|nói|giải thích) cho tôi|cho tôi (?:biết|xem)',
    'أخبرني|أرني|اشرح لي|احك لي|मुझे .{1,60} (?:बताओ|सुनाओ|दिखाओ|समझाओ)',
  ].join(
    '|',
  )})(?![\\p{L}\\p{M}])|^(?:请?(?:给我)?(?:讲|说)[一]?个|(?:请)?告诉我|给我(?:看|讲|写))|(?:教えて|聞かせて|話して|見せて|言って|歌って)(?:ください)?$|(?:농담|이야기|노래|퀴즈|시).{0,8}(?:해|써|불러) ?(?:줘|주세요)$|(?:알려|말해|들려|보여|설명해) ?(?:줘|주세요)$`,
  'iu',
);

/** What is wanted under a condition is wanted again. */
const conditional =
  /(?<!\p{L})(?:before|after|when|whenever|if|unless|until|every|each|bevor|wenn|falls|avant|quand|si|antes|cuando|quando|prima|voordat|als|zanim|gdy|если|когда|прежде|innan|när|якщо|коли|перш)(?!\p{L})|之前|时候|前に|전에/iu;

/** Whether a sentence asks the agent for words and says nothing that holds: "Show me the diff before you commit" does. */
export function isRequest(sentence: string): boolean {
  if (asks(sentence)) return true;
  const said = plain(sentence)
    .trim()
    .replace(/[.!。！]$/u, '');
  return wanting.test(said) && !conditional.test(said) && readClauses(sentence).every(({ isCued }) => !isCued);
}
