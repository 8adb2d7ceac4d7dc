// What people answer to what somebody has said, in folded words: how it seems to them, thanks for it, and a farewell for now.

/** The parts of such an answer in one language: "That | sounds | really | good | idea". */
interface Reaction {
  /** What it is about, with the verb; what stands alone is a part of it too. */
  seems: string;
  degree: string;
  good: string;
  /** Behind the judgement. */
  noun: string;
  /** Whole answers. */
  whole: string;
}

const languages: readonly Reaction[] = [
  {
    seems:
      "(?:(?:that|this|it|these|those|they|all (?:of )?(?:that|this|these))(?:'s| is| are| looks?| sounds?| seems?)|looks?|sounds?|seems?)",
    degree: 'all|so|very|really|quite|pretty|just|much|even|actually|absolutely|surprisingly|already|a|an|such|too|the',
    good: 'great|good|fine|nice|helpful|useful|perfect|clear|right|correct|true|manageable|reasonable|better|best|interesting|wonderful|amazing|excellent|lovely|fantastic|awesome|impressive|doable|enough|promising',
    noun: '(?:ideas?|options?|points?|questions?|answers?|news|suggestions?|start|advice|summary|explanation|examples?)(?: (?:thanks|thank you))?|(?:to|for) me|thanks|thank you|now|then|so far',
    whole:
      "(?:(?:that|this|it|yes that)(?: all| really)? )?makes (?:a lot of |perfect |total |more )?sense(?: (?:to me|now))?|i see what you mean|let's (?:proceed|get started)|i(?:'m| am) ready(?: (?:to (?:start|begin|continue)|when you are))?|(?:i )?hope (?:it|that|this) helps|i(?:'ll| will) (?:try|do) (?:that|this|it)|(?:goodbye|bye|farewell|that's all|that's it|that's enough)(?: for)? (?:now|today)|(?:many )?(?:thanks|thank you|thx)(?: (?:so|very) much| a lot)? for (?:(?:all )?(?:these|those|that|this|it)|(?:(?:all )?(?:the|your|these|those|that|this) )?(?:great |good |helpful |useful |quick )?(?:ideas?|suggestions?|tips?|options?|list|links?|examples?|details|insights?|clarifications?|clarifying|understanding|explaining|listening|asking|update|updates|reply|response))",
  },
  {
    seems:
      '(?:(?:das|dies|es|sie|die|alles)(?: alles)? )?(?:ist|sind|klingt|klingen|sieht|sehen|wirkt|hort sich|passt)',
    degree: 'so|sehr|wirklich|ganz|ziemlich|echt|schon|viel|eine?|alles|mir|fur mich|wohl|doch',
    good: 'gute?|super|toll|prima|klasse|perfekt|hilfreich|nutzlich|klar|richtig|machbar|sinnvoll|besser|schon|interessant|großartig|gut aus|gut an|toll aus|besser aus|perfekt aus',
    noun: '(?:idee|frage|antwort|vorschlag|vorschlage|punkt|nachrichten)|(?:fur )?mich|danke',
    whole:
      '(?:das|es) (?:ergibt|macht) (?:wirklich |total |schon )?sinn|(?:das )?(?:hilft|hat) mir (?:sehr |wirklich )?(?:weiter|geholfen)|das hilft(?: mir)?(?: sehr)?|(?:tschuss|ciao|bis) (?:furs erste|dann|bald|zum nachsten mal)|auf wiedersehen(?: bis zum nachsten mal)?|bis zum nachsten mal|(?:vielen |herzlichen )?dank(?:e)?(?: sehr| dir| ihnen)? fur (?:die|deine|ihre|das|alles)(?: (?:tollen |guten |schnelle )?(?:tipps|ideen|vorschlage|antwort|antworten|erklarung|auskunft|info|infos|ruckmeldung|verstandnis|beispiele))?|(?:ich )?(?:versuche|probiere|mache) (?:das|es)(?: mal| aus)?',
  },
  {
    seems:
      "(?:(?:c'est|ce sont|cela est|ca est|tout est)|(?:cela|ca) (?:semble|parait|a l'air)|(?:semble|parait|a l'air))",
    degree: 'si|tres|vraiment|bien|assez|plutot|tout|une?|de|deja|beaucoup',
    good: 'bien|bon|bonne|super|parfaite?|utile|clair|juste|correct|vrai|faisable|mieux|interessante?|genial|excellente?|formidable|raisonnable',
    noun: '(?:idees?|questions?|reponses?|suggestions?|nouvelles?|points?|debut)|merci|pour moi',
    whole:
      "(?:cela|ca) (?:a (?:du|tout son) sens|m'aide(?: beaucoup)?)|(?:au revoir|a bientot|a plus)(?: (?:alors|pour (?:l'instant|le moment)|et merci))?|(?:merci|merci beaucoup|un grand merci) pour (?:(?:ces|les|ton|ta|tes|votre|vos|toutes ces|tout|ca|cela) ?)(?:idees?|conseils?|suggestions?|reponses?|explications?|exemples?|precisions?|options?|comprehension)?|je vois(?: ce que (?:tu veux|vous voulez) dire)?",
  },
  {
    seems: '(?:(?:eso|esto|es|son|todo)(?: (?:es|esta|suena|parece|se ve))?|suena|parece|se ve|esta)',
    degree: 'tan|muy|realmente|bastante|mas|una?|todo|mucho',
    good: 'bien|buen[oa]?|genial|perfect[oa]|util|clar[oa]|correct[oa]|cierto|factible|mejor|interesante|excelente|estupend[oa]|razonable',
    noun: '(?:ideas?|preguntas?|respuestas?|sugerencias?|noticias?|puntos?)|gracias|para mi',
    whole:
      '(?:(?:eso|esto|todo eso) )?(?:tiene|me hace) (?:mucho |todo el )?sentido|(?:adios|hasta luego|nos vemos)(?: por ahora| entonces)?|(?:muchas |mil )?gracias por (?:(?:las|los|la|el|tus?|sus?|estas|esas|estos|esos|todo) ?)(?:ideas?|consejos?|sugerencias?|respuestas?|explicacion|ejemplos?|opciones|comprension)?|me ayuda (?:mucho|bastante)',
  },
  {
    seems: '(?:(?:isso|isto|tudo)(?: (?:e|esta|soa|parece))?|soa|parece|e|esta)',
    degree: 'tao|muito|realmente|bem|bastante|mais|uma?|tudo',
    good: 'bem|bom|boa|otim[oa]|perfeit[oa]|util|clar[oa]|corret[oa]|verdade|viavel|melhor|interessante|excelente|razoavel|legal',
    noun: '(?:ideias?|perguntas?|respostas?|sugestoes|sugestao|noticias?|pontos?)|obrigad[oa]|para mim',
    whole:
      '(?:(?:isso|isto|tudo isso) )?faz (?:muito |todo o )?sentido|(?:tchau|adeus|ate logo|ate breve)(?: por (?:enquanto|agora))?|(?:muito )?obrigad[oa] (?:pel[oa]s?|por) (?:(?:sua|suas|tua|tuas|essas|esses|tudo|isso) ?)?(?:ideias?|dicas?|sugestoes|sugestao|respostas?|explicacao|exemplos?|opcoes|compreensao)?|(?:isso )?ajuda (?:muito|bastante)',
  },
];

const unspaced: readonly RegExp[] = [
  /^(?:なるほど(?:です)?|(?:よく)?わかりました|分かりました|承知(?:し|いたし)ました|了解しました|(?:それは|これは)?(?:とても|すごく|かなり)?(?:いい|良い|よさそう|良さそう|素晴らしい|素敵|完璧|最高|十分|便利)(?:です)?(?:ね|よ)?|(?:とても|本当に|大変)?(?:助かります|助かりました|参考になりました|参考になります)|(?:どうも|本当に|教えてくれて|教えていただき|アイデアを?|ご提案|アドバイス)?ありがとう(?:ございます|ございました)?(?:ね)?|(?:それでは|では|じゃあ)?また(?:ね|明日|今度|あとで|後で)?|それでは|納得(?:です|しました)?|その通り(?:です)?|そうですね|そうします|やってみます|続けて(?:ください)?)$/u,
  /^(?:(?:我)?(?:明白|知道|了解|懂|理解)了?|(?:这|那|听起来|看起来)?(?:很|非常|挺|真|还)?(?:有道理|不错|有用|有帮助|完美|合理|清楚|可行)(?:的|了)?|(?:非常|很|多)?感?谢谢?你的?(?:建议|回答|解释|帮助|想法|点子|意见|耐心|理解)|先这样吧?|(?:这|那)?太(?:好|棒|完美)了|(?:好|行|可以)的?[,，]?(?:没问题|就这样)?|就这样吧?|原来如此|我试试(?:看)?|(?:请)?继续)$/u,
  /^(?:(?:هذا |ذلك )?(?:يبدو )?(?:منطقي|جيد|جيدا|رائع|رائعا|ممتاز|مثالي|مفيد|واضح|صحيح)(?: جدا)?|شكرا(?: جزيلا)? (?:لك )?على (?:الأفكار|النصائح|الاقتراحات|الشرح|الإجابة|التوضيح|كل شيء)|وداعا(?: الآن)?|فهمت(?: ذلك)?|هذا يساعد(?:ني)?(?: كثيرا)?)$/u,
];

/** Answers that only say how something seems, thank for it or take leave. */
export const reactions: readonly RegExp[] = [
  ...languages.map(
    ({ seems, degree, good, noun, whole }) =>
      new RegExp(`^(?:${seems} (?:(?:${degree}) ){0,4}(?:${good})(?: (?:${noun}))?|${whole})$`, 'u'),
  ),
  ...unspaced,
];
