/**
 * What messengers write into an export in place of words of a person, in the languages that their own texts show
 * (exports of WhatsApp for Android and iOS). What is not named here stays as said.
 */

/** A whole message in place of a picture, a recording, a document: `<Media omitted>`, `image omitted`. */
const media =
  /^(?:<[^<>\n]{3,80}>|(?:image|photo|video|video note|audio|voice message|sticker|gif|document|contact card) omitted|(?:bild|video|audio|sticker|gif|dokument|kontaktkarte) weggelassen|(?:image|vidéo|audio|sticker|gif|document|fiche contact) absente?|(?:imagen|vídeo|video|audio|sticker|gif|documento|tarjeta de contacto) omitid[ao]|(?:imagem|vídeo|áudio|figurinha|gif|documento|cartão do contato) (?:ocultad|omitid)[ao]|(?:immagine|video|audio|sticker|gif|documento|scheda contatto) omess[ao]|(?:afbeelding|video|audio|sticker|gif|document|contactkaart) weggelaten|(?:изображение|видео|аудио|стикер|gif|документ|контакт) отсутствует|(?:görüntü|video|ses|çıkartma|gif|belge) dahil edilmedi|(?:画像|動画|音声メッセージ|スタンプ|GIF|文書|連絡先カード)は省略されました|(?:圖片|图片|影片|视频|語音訊息|音频|貼圖|GIF|文件|聯絡人名片)已省略|(?:이미지|동영상|오디오|스티커|GIF|문서|연락처 카드) 생략됨|(?:الصورة|الفيديو|الصوت|الملصق|المستند) غير مشمولة?)$/iu;

/** A line with the name of a sent file; a caption may stand in the lines below it. */
const attached = /^[^\n]{1,120}\.[A-Za-z\d]{1,5} (?:\([^()\n]{3,40}\)|<[^<>\n]{3,40}>)$/u;
const fileName = /^[^\n]{1,120}\.[A-Za-z\d]{1,5}$/u;

const deleted =
  /^(?:(?:this|you deleted this) message(?: was deleted)?|message deleted|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht|ce message a été supprimé|vous avez supprimé ce message|se eliminó este mensaje|este mensaje fue eliminado|eliminaste este mensaje|(?:esta )?mensagem (?:foi )?apagada|você apagou esta mensagem|apagou esta mensagem|questo messaggio è stato eliminato|hai eliminato questo messaggio|dit bericht (?:is|werd) verwijderd|je hebt dit bericht verwijderd|(?:данное|это) сообщение удалено|вы удалили (?:данное|это) сообщение|(?:ta )?wiadomość (?:została )?usunięta|bu mesaj silindi|bu mesajı sildiniz|(?:det här )?meddelandet (?:raderades|togs bort)|تم حذف هذه الرسالة|حذفت هذه الرسالة|このメッセージは削除されました|(?:此|这条)(?:消息|訊息)已(?:被)?(?:刪除|删除|撤回)|삭제된 메시지입니다)[.。]?$/iu;

const missedCall =
  /^(?:missed (?:voice|video|group) ?(?:voice |video )?call|verpasster? (?:sprach|video)anruf|appel (?:vocal|vidéo) manqué|llamada (?:de voz |de video |perdida)[\p{L} ]{0,20}|chamada de (?:voz|vídeo) perdida|chiamata (?:vocale|video) persa|gemiste (?:spraak|video)oproep|пропущенный (?:аудио|видео)звонок)/iu;

/** What an edited message ends with, between `<` and `>`. */
const edited =
  /edited|bearbeitet|modifié|edit[óo]|editad[ao]|modificato|bewerkt|изменено|edytowan|düzenlendi|redigerat|تعديل|編集|编辑|編輯|수정/iu;
/** UTF-16 units of it. */
const maxEdited = 80;

function withoutEdited(text: string): string {
  const at = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  return at >= 0 && text.length - at <= maxEdited && edited.test(text.slice(at)) ? text.slice(0, at).trim() : text;
}

/** The notice that begins each chat, where its text has the form of a message. */
const encryption =
  /end-to-end|ende-zu-ende|bout en bout|extremo a extremo|ponta a ponta|crittografat|сквозн|шифрован|uçtan uca|مشف|エンドツーエンド|端到端|端對端|종단간|מקצה לקצה|szyfrowan/iu;

/** The mark that iOS writes before what no person wrote. */
const mark = '\u200e';

/** What a message's text holds: the words of the person, and the name of what is left out. */
export function wordsOf(text: string): { words: string; leftOut?: string } {
  const bare = text.replace(/[\u200e\u200f\u202a-\u202e\ufeff]/gu, '').trim();
  if (bare === '' || bare === 'null') return { words: '', leftOut: 'messages without words' };
  if (deleted.test(bare)) return { words: '', leftOut: 'deleted messages' };
  if (missedCall.test(bare)) return { words: '', leftOut: 'calls' };
  const [line = '', ...more] = bare.split('\n');
  const below = withoutEdited(more.join('\n').trim());
  if (isMedia(line.trim())) {
    return { words: fileName.test(below) ? '' : below, leftOut: 'pictures, recordings and files' };
  }
  if (text.startsWith(mark)) return { words: below, leftOut: 'notices of the messenger' };
  return { words: withoutEdited(bare) };
}

/** UTF-16 units of a line in place of a file. */
const maxMedia = 200;

function isMedia(line: string): boolean {
  return line.length <= maxMedia && (media.test(line) || attached.test(line));
}

/** Whether a line with a speaker's form is the messenger's own. */
export function isNotice(name: string): boolean {
  return encryption.test(name) || /["“”„«»]/u.test(name);
}
