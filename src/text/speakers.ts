import { foldLatin } from './words.ts';

/** Who speaks. The user of an agent and the agent itself go by many names; all others by their own. */
export interface Speaker {
  name: string;
  role: 'user' | 'assistant' | 'other';
}

const list = (text: string) => new Set(text.trim().split(/\s+/u));

const users = list(`
  user human benutzer benutzerin nutzer utilisateur utilisatrice usuario usuaria utente gebruiker uzytkownik użytkownik
  kullanıcı kullanici anvandare anvandaren bruger brugeren bruker brukeren пользователь человек 用户 用戶 ユーザー 사용자
`);
const assistants = list(`
  assistant chatgpt chatbot asistente assistente assistent asistent asystent asistan assistenten ассистент помощник
  助手 助理 アシスタント 어시스턴트
`);
/** The assistant's names count only where a user speaks too: in notes they name things. */
const perhapsAssistants = list('ai bot gpt llm model agent system tool claude gemini copilot bard llama mistral ki ia');

/** Labels that name no speaker, as folded words. */
const labels = new Set(
  `note notes nb n.b important todo fyi ps p.s warning caution tip hint re subject from to date time cc bcc q a
  question answer http https update edit summary example e.g i.e info warn error debug trace fatal notice critical
  status title name address phone email tel url link source location place when where what who why how result output
  input returns args usage step goal goals task tasks fact facts decision preferences preference events
  notiz wichtig achtung hinweis betreff von an datum beispiel frage antwort name adresse telefon ziel
  remarque important attention objet exemple question reponse nom adresse
  nota importante atencion ejemplo pregunta respuesta asunto nombre direccion fecha
  esempio domanda risposta attenzione oggetto nome indirizzo data exemplo pergunta resposta assunto endereco
  opmerking belangrijk let op voorbeeld vraag antwoord naam adres uwaga wazne przykład pytanie odpowiedz imie
  notizen notas notatki anteckningar заметки заметка メモ ノート 笔记 筆記 备注 備註 메모 노트 ملاحظات ملاحظة
  not onemli dikkat ornek soru cevap isim adres примечание важно вопрос ответ имя адрес`
    .split(/\s+/u)
    .map(foldLatin),
);

/** Small words inside names: "Maria da Silva". */
const particles = list('de da do dos das del della di van von der den ter la le el al bin ibn y e af av');
const maxNameLength = 40;
const maxWords = 4;

/** The speaker that a label names, or undefined when it can be no one's name; `handles` may begin in lower case. */
export function speakerOf(label: string, handles: boolean): Speaker | undefined {
  const name = label.trim();
  if (name === '' || name.length > maxNameLength) return undefined;
  const folded = foldLatin(name);
  if (users.has(folded)) return { name, role: 'user' };
  if (assistants.has(folded)) return { name, role: 'assistant' };
  if (labels.has(folded)) return undefined;
  const parts = name.split(/[ \u00a0]+/u);
  if (parts.length > maxWords || !parts.every((part, i) => isNamePart(part, handles, i > 0))) return undefined;
  return { name, role: 'other' };
}

function isNamePart(part: string, handles: boolean, inside: boolean): boolean {
  if (inside && particles.has(part)) return true;
  if (!/^@?[\p{L}\p{N}][\p{L}\p{M}\p{N}._'’@+-]*$/u.test(part)) return false;
  return handles || /^\p{Lu}|^\p{Lo}/u.test(part) || (inside && /^\p{N}+$/u.test(part));
}

/** The same speaker as the assistant, where the label may mean it. */
export function asAssistant(speaker: Speaker): Speaker {
  return perhapsAssistants.has(foldLatin(speaker.name)) ? { ...speaker, role: 'assistant' } : speaker;
}
