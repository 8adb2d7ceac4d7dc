import { foldLatin } from '../../text/words.ts';

/** Empty words at the beginning of an assistant's answer: "Great!", "Of course,". */
const opening =
  /^(?:great|sure|sure thing|certainly|of course|absolutely|perfect|thanks|thank you|got it|understood|noted|no problem|sorry|okay|ok|alright|awesome|wonderful|wow|oh|klar|gerne|natürlich|naturlich|verstanden|alles klar|super|perfekt|danke|bien sur|d'accord|parfait|tres bien|super|merci|entendu|claro|por supuesto|perfecto|entendido|genial|gracias|vale|certo|com certeza|perfeito|entendi|obrigad[oa]|certamente|perfetto|capito|grazie|va bene|natuurlijk|prima|begrepen|bedankt|jasne|oczywiscie|rozumiem|dziekuje|swietnie|tabii|elbette|anladım|harika|tesekkurler|tamam|visst|selvfølgelig|tack|tak|takk|конечно|понял|поняла|отлично|спасибо|хорошо)[,.!;:\u2014\u2013 -]+/u;

/** Assistants' openings about the conversation itself: offers, promises, echoes, refusals, announcements. */
const phrases = [
  /^(?:i'd|i would|i'll|i will) be (?:happy|glad|delighted|here)\b/u,
  /^(?:i'm|i am) (?:so |very |really )?(?:happy|glad|here|sorry|afraid|unable|excited|just an?|an? (?:ai|language|virtual|assistant))\b/u,
  /^as an? (?:ai|language|assistant|virtual)\b/u,
  /^(?:i'll|i will|let me|i can|i could|i've|i have|i just) (?:also |now |just )?(?:remember|keep|kept|make|made|note|noted|update|updated|save|saved|store|stored|record|recorded|add|added|take|do|help|assist|check|see|explain|think|look|know|get|provide|suggest|try)\b/u,
  /^(?:feel free|don't hesitate|do not hesitate|let me know|please (?:let me|feel free|tell me|share))\b/u,
  /^(?:how|what) (?:can|may|could|would) i\b/u,
  /^(?:here's|here is|here are|here you go|below is|below are)\b/u,
  /^(?:i understand|i see|i hope|i apologi[sz]e|my apologies|i don't have access|i cannot|i can't|i do not have)\b/u,
  /^(?:that's|that is|that sounds|sounds|what an?|how) (?:so |really |very |like )?(?:a )?(?:great|good|wonderful|nice|lovely|amazing|awesome|fantastic|interesting|exciting|delicious|tough|hard|fun|perfect)\b/u,
  /^(?:thanks|thank you) for (?:sharing|letting|telling|the|your|asking|reaching)\b/u,
  /^(?:nice|good|great|lovely) to (?:meet|hear|see|know)\b/u,
  /^(?:so you|it sounds like|it seems like|you said|you mentioned|you told)\b/u,
  /^(?:you're|you are) (?:very |most )?welcome\b|^enjoy\b|^have (?:a|an) \p{L}+ (?:day|time|trip|weekend|evening)\b|^good luck\b/u,
  /^(?:ich (?:helfe|merke|habe (?:mir|das|es)|werde (?:mir|das|es)|notiere|verstehe|bin hier|freue)|das (?:merke|notiere|habe) ich|gerne helfe|hier (?:ist|sind)|lass(?:en sie)? mich|tut mir leid|das klingt|schon,? dass|du sagtest|sag(?:en sie)? (?:mir )?bescheid|als ki)(?![\p{L}\p{N}])/u,
  /^(?:je (?:suis (?:la|ravie?|heureu|desole)|vais (?:le |m'en |en |vous |t')|note|comprends|m'en souviendrai|peux|serai)|j'ai (?:bien )?(?:note|enregistre|compris)|c'est (?:note|super|genial)|voici|n'hesite[zs]?|ravie? de|laisse[zs]? moi|laisse[zs]?-moi|en tant qu|cela semble|desolee?)(?![\p{L}\p{N}])/u,
  /^(?:(?:lo|la) (?:recordare|tendre|he (?:anotado|guardado))|he (?:anotado|guardado|tomado)|tomo nota|anotado|estoy aqui|estare encantad|estoy encantad|me alegr|entiendo|comprendo|aqui (?:tienes|esta|estan)|dejame|no dudes|lo siento|suena|que (?:bien|bueno|interesante)|como (?:ia|modelo|asistente)|avisame|puedo ayud)/u,
  /^(?:vou (?:lembrar|anotar|guardar|me lembrar)|anotei|anotado|guardei|estou aqui|fico feliz|aqui (?:esta|estao)|deixe?-? ?me|sinto muito|parece|que (?:bom|legal|otimo)|como (?:ia|assistente)|posso ajudar|me avise|lo ricordero|ho (?:annotato|salvato|preso nota)|ne prendo nota|prendo nota|me lo ricordero|sono qui|sono felice|ecco|mi dispiace|sembra|che (?:bello|buono)|come (?:ia|assistente)|fammi sapere|posso aiutar)/u,
  /^(?:ik (?:onthoud|zal|heb (?:het|dit|dat)|help|noteer|begrijp|ben er|ben blij)|hier (?:is|zijn|heb)|laat (?:me|maar) weten|wat (?:leuk|fijn|goed)|het spijt me|dat klinkt|als ai|zapamietam|zapisałem|zapisałam|zanotowałem|zanotowałam|zapisuje|chetnie|oto|przykro mi|brzmi|ciesze sie|daj(?:cie)? znac|jako (?:ai|model|asystent)|moge pomoc|bunu (?:not|hatırla|kayd|akl)|not (?:ettim|aldım|edildi)|kaydettim|aklımda|hatırlayacag|yardımcı|size|iste|uzgunum|memnun|bir yapay)/u,
  /^(?:jag (?:kommer ihag|ska|har (?:noterat|sparat)|forstar|hjalper)|har (?:ar|kommer)|jeg (?:husker|skal|har (?:notert|noteret|gemt|lagret)|hjælper|hjelper)|her (?:er|kommer)|det (?:lyder|låter|later|høres)|я (?:запомню|запомнил|записал|сохранил|учту|рад|могу|понимаю|готов)|вот|записал|записала|запомню|учту|к сожалению|извините|звучит|как (?:ии|ассистент))(?![\p{L}\p{N}])/u,
  /^(?:好的|没问题|当然|明白|了解|我(?:会|已经?)?记[住下]|很高兴|谢谢|はい|承知|わかりました|覚えて|もちろん|네|알겠|기억|물론)/u,
];
const maxOpenings = 3;

/** Whether a sentence of an assistant is about the conversation and no statement about the world or the user. */
export function isAssistantPhrase(sentence: string): boolean {
  if (/[?？؟]\s*$/u.test(sentence.slice(-20))) return true;
  let said = foldLatin(sentence.slice(0, 300)).trim();
  for (let i = 0; i <= maxOpenings; i++) {
    if (phrases.some((phrase) => phrase.test(said))) return true;
    said = said.replace(opening, '');
  }
  return false;
}
