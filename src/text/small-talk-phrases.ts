/** Empty words; a statement of nothing else is small talk. */
export const fillerWords = new Set(
  `hi hello hey hiya howdy yo greetings welcome thanks thank thx ty cheers ok okay k kk sure fine yes yeah yep yup no nope nah
  great cool nice good perfect awesome wow oh ah ahh um umm uh hm hmm hmmm mm well so lol haha hahaha hehe right alright
  bye goodbye cya later please sorry oops congrats congratulations you your very much a lot there again all everyone
  indeed exactly absolutely definitely totally really anyway and then the that that's it's it is sounds got it to me
  hallo hej moin servus danke dankeschon bitte ja nein gut super toll genau tschuss schonen tag vielen dank
  bonjour salut merci oui non beaucoup bonsoir revoir au bonne nuit journee d'accord
  hola gracias muchas si vale buenos dias buenas tardes noches adios claro bueno
  ciao grazie mille prego va bene buongiorno buonasera arrivederci ola oi obrigado obrigada sim nao bom dia boa tarde tchau
  dag bedankt dank je wel nee goed doei tack tak hei takk privet spasibo
  привет здравствуйте спасибо большое да нет хорошо ладно пока ок merhaba tesekkurler evet hayir tamam
  مرحبا شكرا نعم لا حسنا नमस्ते धन्यवाद हा नही
  wait please sure gotcha roger yay hooray meh huh ouch welcome understood noted continue hm hmmmm ahem right-o okey alrighty
  klar verstanden verstehe jo jawohl stimmt perfekt prima okey warte moment gern gerne mal
  attends d'ac entendu compris parfait super merci bien
  espera perfecto entendido vale listo dale adelante genial gracias
  espere perfeito entendido certo claro valeu beleza
  aspetta perfetto capito certo grazie esatto
  wacht prima begrepen zeker natuurlijk hoi top oke
  czesc dzieki dziekuje tak nie dobrze dobra jasne rozumiem spoko super czekaj poczekaj prosze ok oczywiscie
  bekle dur peki tabii anladım olur selam sagol tamamdır teşekkurler
  vanta visst forstar okej tackar vent forstatt selvfølgelig skjønner ja nei nej
  подожди погоди понятно ясно конечно ага угу понял поняла супер отлично`.split(/\s+/u),
);

/** Of the words above, those that are filler only together with a greeting, thanks or an assent. */
export const onlyBesideOthers = new Set(
  'you your very much a lot there again all everyone and then the that to me it is no si'.split(' '),
);

/**
 * Phrases without content, by language, as their folded words: requests to wait or to go on, assent, thanks, greetings.
 */
const byLanguage = {
  en: `
    wait| wait a second| wait a sec| wait a moment| wait a minute| wait for it| hang on| hang on a second|
    hang on a moment| hold on a second| hold on a moment| hold on a sec| one sec| one second| one minute|
    a moment| go ahead| go on| go for it| carry on| keep going| please do| please continue| please go on|
    yes please| no thanks| no thank you| let me see| let me check| let me look| let's see| let us see| i'll see|
    we'll see| i understand| i understood| understood| i got it| i got you| sounds good to me| works for me|
    that works| that works for me| fair enough| not now| not yet| maybe later| whatever| you know| i mean|
    i don't know| i'm not sure| no idea| dunno| good to know| that's right| that's correct| that's true|
    that's fine| that's good| that's all| that's it| that's great| that helps| this helps| do it| as you wish|
    as you like| take your time| no rush| be right back| brb| my bad| i'm back| i'm here| are you there|
    are you still there| can you hear me| test| testing| just testing| just a test| it's ok| it's okay| it's fine|
    all good| all right| all set| i guess| i guess so| i think so| i hope so| who knows| why not| very well|
    ready when you are| how can i help| how can i help you| how can i help you today| how may i help you|
    what can i do for you| anything else| is there anything else| one more thing| by the way| i agree|
    true enough| to be honest| you too| same to you| excuse me| pardon| pardon me| say again| come again| come on|
    never mind that| forget it| stop| please stop| hello world| let's go| let's start| let's begin|
    let's continue| thanks in advance| thanks anyway| thank you anyway| thanks for that| thanks for this|
    i appreciate it| much appreciated| appreciate it| appreciate your support| i agree| totally agree| i totally agree|
    i completely agree| couldn't agree more| agreed| can't wait| i can't wait| nice job| great job| good job| well done|
    it's true| so true| that's great| that's amazing| that's awesome| that's so cool| that's cool| that's wonderful|
    sounds great| sounds good| sounds fun| you're awesome| you're amazing| you rock| keep it up| keep going|
    take care| enjoy your day| enjoy| long time no talk| long time no see| how're ya doin'| good to see you| see ya|
    sure thing| love it| glad to hear it| happy to hear that| best regards| kind regards| cheers mate| i'd be happy to help| i'm happy to help| happy to help| glad to help|
    glad to hear that| glad to hear it`,
  de: `
    warte| warte mal|warte mal kurz|warte mal bitte|warte bitte kurz|warte kurz bitte| warte kurz| warte bitte| warte einen moment| moment| moment mal| moment bitte| einen moment|
    einen moment bitte| einen augenblick| eine sekunde| sekunde| mal sehen| mal schauen| lass mich sehen|
    lass mich mal sehen| lass mich schauen| lass mich mal schauen| lass mich nachdenken|
    lass mich kurz nachdenken| lass mich uberlegen| ich uberlege| mach weiter| mach ruhig| mach nur| mach das|
    leg los| nur zu| weiter| weiter so| bitte weiter| mach bitte weiter| ich verstehe| verstehe| verstanden|
    alles verstanden| passt| passt schon| in ordnung| geht klar| ist gut| alles gut| na gut| na klar| aber klar|
    ja klar| ja bitte| ja gerne| sehr gerne| sehr gut| nein danke| stimmt| das stimmt| genau so| keine ahnung|
    weiss nicht| ich weiss nicht| ach so| aha| achso| bis dann| bis spater dann| schones wochenende| danke dir|
    danke ihnen| vielen dank fur die hilfe| vielen dank fur deine hilfe| hallo zusammen| hi zusammen| hallo alle|
    liebe gruße| viele gruße| beste gruße| liebe grusse| schonen abend| schonen abend noch| schonen feierabend| danke schon| danke sehr| danke fur die hilfe| danke fur deine hilfe| danke fur ihre hilfe|
    ich danke dir| gern geschehen| guten abend| guten tag| guten morgen| auf wiedersehen| mach's gut| egal|
    schon gut| kein thema| wie geht es| wie kann ich helfen| wie kann ich dir helfen| wie kann ich ihnen helfen|
    so weit so gut| natuerlich| naturlich| selbstverstandlich| einverstanden`,
  fr: `
    bonjour a tous| salut a tous| bonjour a toutes et a tous| cordialement| a la prochaine| attends| attendez| attends un peu| attends une seconde| attends une minute| attendez un instant| un instant|
    un moment| une seconde| une minute| un instant s'il te plait| voyons| voyons voir| laisse moi voir|
    laissez moi voir| laisse moi reflechir| laisse moi verifier| fais voir| vas y| allez y| vas y continue|
    bien sur| bien sur vas y| c'est bon| c'est ca| c'est parfait| c'est tout| je vois| je comprends| j'ai compris|
    entendu| compris| ca marche| ca roule| ca me va| pas de souci| pas de soucis| aucun probleme| continue|
    continuez| tres bien| oui vas y| oui s'il te plait| non merci| merci bien| merci a toi| merci a vous|
    merci pour ton aide| merci pour votre aide| merci d'avance| je t'en prie| je vous en prie| bonne journee|
    bonne soiree| au revoir| a demain| a plus| a plus tard| a tout a l'heure| je ne sais pas| je sais pas|
    aucune idee| peu importe| tant pis| d'accord| d'accord merci| comment puis je vous aider|
    comment puis je t'aider| tout va bien| excuse moi| excusez moi| desole| desolee`,
  es: `
    hola a todos| hola a todas| saludos| un saludo| adios a todos| que tengas un buen dia| espera| espere| espera un momento| espera un segundo| espera un poco| un momento| un segundo| un minuto|
    un momento por favor| a ver| vamos a ver| veamos| dejame ver| dejame pensar| deja que piense|
    dejame comprobar| adelante| sigue| sigue asi| continua| continua por favor| dale| claro| claro que si|
    por supuesto| si claro| entiendo| entendido| lo entiendo| ya veo| ya entiendo| de acuerdo| esta bien|
    esta claro| muy bien| perfecto| vale| vale gracias| si por favor| no gracias| muchas gracias|
    gracias por tu ayuda| gracias por su ayuda| gracias por todo| mil gracias| buenos dias| buenas tardes|
    buenas noches| hasta pronto| nos vemos| no se| no lo se| ni idea| da igual| no importa| me parece bien|
    suena bien| eso es| asi es| es verdad| en que puedo ayudarte| en que puedo ayudarle| como puedo ayudarte|
    todo bien| lo siento| perdon| con gusto| sin problema`,
  pt: `
    ola a todos| oi a todos| oi gente| abracos| um abraco| espera| espera ai| espere| espere um momento| espera um pouco| um momento| um minuto| um segundo|
    so um momento| so um minuto| deixa ver| deixa eu ver| deixe me ver| deixa me ver| deixa eu pensar|
    deixa me pensar| vamos ver| vai em frente| va em frente| pode ir| pode continuar| pode seguir| pode ser|
    continua| continue| claro| claro que sim| com certeza| entendi| entendido| percebi| percebido| esta bem|
    ta bom| esta bom| tudo certo| tudo bem| certo| beleza| perfeito| muito bem| sim por favor| nao obrigado|
    nao obrigada| muito obrigado| muito obrigada| obrigado pela ajuda| obrigada pela ajuda| bom dia| boa tarde|
    boa noite| ate amanha| ate mais| nao sei| nao faco ideia| tanto faz| nao importa| parece bom| combinado|
    de acordo| como posso ajudar| em que posso ajudar| sem problema| sem problemas| desculpa| desculpe|
    com licenca| ok obrigado| ok obrigada`,
  it: `
    ciao a tutti| buongiorno a tutti| buona sera| saluti| un saluto| aspetta| aspetta un attimo| aspetta un momento| aspetti| un attimo| un momento| un secondo| un minuto|
    vediamo| vediamo un po| fammi vedere| fammi pensare| lasciami vedere| lasciami pensare| vai| vai pure|
    vai avanti| vada pure| fai pure| certo| certo vai pure| certamente| capito| capisco| ho capito| d'accordo|
    va bene| va bene grazie| va benissimo| perfetto| continua| continua pure| procedi| molto bene| benissimo|
    tutto bene| tutto chiaro| tutto ok| si per favore| si grazie| no grazie| grazie mille| grazie a te|
    grazie per l'aiuto| grazie dell'aiuto| grazie di tutto| buona giornata| buona serata| buona notte| buonanotte|
    a domani| a dopo| ci vediamo| non so| non lo so| non importa| fa niente| esatto| esattamente| giusto|
    mi sembra giusto| sembra buono| come posso aiutarti| come posso aiutarla| nessun problema| scusa| scusi|
    mi dispiace| ci penso| ok grazie`,
  nl: `
    wacht| wacht even| wacht eens| wacht eventjes| momentje| een moment| een momentje| een ogenblik| even kijken|
    even denken| even wachten| eens kijken| laat me kijken| laat me even kijken| laat me zien| laat me denken|
    laat me even denken| laat me nadenken| ga je gang| ga verder| ga door| ga maar| ga maar door| toe maar|
    natuurlijk| begrepen| ik begrijp het| ik snap het| snap ik| prima| oke bedankt| oke dank je| is goed|
    dat is goed| klinkt goed| geen probleem| geen idee| dank je wel| dank u wel| dank u| hartelijk dank|
    bedankt voor je hulp| bedankt voor de hulp| graag gedaan| ja graag| nee dank je| nee bedankt| zeker|
    helemaal goed| goedemorgen| goedemiddag| goedenavond| goede morgen| fijne dag| fijne avond| tot morgen|
    tot straks| tot later| ik weet het niet| weet ik niet| maakt niet uit| laat maar| klopt| dat klopt| precies|
    hoe kan ik helpen| hoe kan ik je helpen| waarmee kan ik helpen| sorry hoor| alles goed| doe maar`,
  pl: `
    czekaj| czekaj chwile| poczekaj| poczekaj chwile| poczekaj chwilke| zaczekaj| chwileczke| chwilke| chwila|
    moment| momencik| sekunde| zobaczmy| niech pomysle| niech zobacze| daj mi pomyslec| daj mi chwile|
    no to dawaj| dawaj| smiało| jasne| jasne dawaj| jasne smiało| rozumiem| zrozumiano| zrozumiałem| zrozumiałam|
    w porzadku| dobrze| dobra| no dobrze| no dobra| oczywiscie| pewnie| ok dzieki| dzieki| wielkie dzieki|
    dziekuje| dziekuje bardzo| bardzo dziekuje| dziekuje za pomoc| dzieki za pomoc| nie ma sprawy| nie ma za co|
    prosze bardzo| kontynuuj| tak prosze| nie dziekuje| dzien dobry| dobry wieczor| czesc| do widzenia| na razie|
    do zobaczenia| do jutra| dobranoc| miłego dnia| nie wiem| nie mam pojecia| niewazne| wszystko jasne|
    wszystko w porzadku| zgadza sie| zgoda| dokładnie| brzmi dobrze| swietnie| bardzo dobrze| jak moge pomoc|
    w czym moge pomoc| przepraszam| jak sie masz| co słychac| co tam| prosze kontynuuj| prosze dalej| dalej`,
  tr: `
    bekle| bekle biraz| bekle bir dakika| bir dakika| bir dakika bekle| bir saniye| dur| dur bir| dur bakalım|
    bakayım| bir bakayım| bakalım| bir bakalım| dusuneyim| bir dusuneyim| devam| devam et| devam edin|
    lutfen devam et| buyur| buyrun| tabii| tabii ki| tabi ki| tabii buyur| tabii devam et| elbette| anladım|
    anlasıldı| tamamdır| tamam tesekkurler| tamam tesekkur ederim| olur| peki| peki tamam| sag ol| sagol|
    cok sag ol| tesekkur ederim| cok tesekkurler| cok tesekkur ederim| yardımın icin tesekkurler| rica ederim|
    merhaba| selam| gunaydın| iyi gunler| iyi geceler| iyi aksamlar| gorusuruz| hosca kal| nasılsın| nasılsınız|
    bilmiyorum| fikrim yok| fark etmez| onemli degil| sorun degil| sorun yok| harika| cok iyi| cok guzel| guzel|
    aynen| aynen oyle| dogru| evet lutfen| hayır tesekkurler| nasıl yardımcı olabilirim|
    size nasıl yardımcı olabilirim| ozur dilerim| pardon| kolay gelsin`,
  nordic: `
    hur mar du| hur ar laget| ha en bra dag| trevlig helg| vanta| vanta lite| vanta lite nu| ett ogonblick| en sekund| lat mig se| lat mig tanka| lat mig kolla|
    vi far se| kor| kor pa| varsagod| fortsatt| visst| javisst| sjalvklart| absolut| jag forstar| forstatt|
    jag fattar| okej tack| tack sa mycket| tusen tack| tack for hjalpen| inga problem| ingen fara| god morgon|
    god kvall| hej da| hejda| vi ses| jag vet inte| vet inte| ja tack| nej tack| lat bra| later bra|
    det later bra| ursakta| forlat| vent| vent lidt| vent litt| vent lige| et øjeblik| et øyeblikk| lad mig se|
    lad mig tænke| la meg se| la meg tenke| selvfølgelig| forstaet| jeg forstar| jeg skjønner| skjønner| fortsæt|
    fortsett| bare fortsæt| bare fortsett| kør bare| mange tak| tusind tak| tusen takk| takk for hjelpen|
    tak for hjælpen| okay tak| ok takk| det er fint| helt i orden| ingen problemer| ikke noe problem|
    det lyder godt| det høres bra ut| jeg ved det ikke| jeg vet ikke| god morgen| godmorgen| god kveld| god aften|
    vi ses i morgen| ha det| ha det bra| farvel`,
  ru: `
    подожди| подождите| подожди минуту| подожди минутку| погоди| минуту| минутку| одну минуту| одну минутку|
    секунду| секундочку| дай подумать| дайте подумать| дай посмотреть| дай мне подумать| посмотрим|
    сейчас посмотрим| давай| давайте| ну давай| давай дальше| продолжай| продолжайте| дальше| конечно|
    конечно давай| понял| поняла| я понял| я поняла| понятно| все понятно| всё понятно| ясно| все ясно|
    хорошо спасибо| ладно| ну ладно| хорошо| очень хорошо| отлично| спасибо| большое спасибо| спасибо за помощь|
    спасибо тебе| не за что| да пожалуйста| нет спасибо| не знаю| я не знаю| понятия не имею| неважно| не важно|
    все в порядке| всё в порядке| согласен| согласна| договорились| точно| верно| привет| добрый день|
    добрый вечер| доброе утро| спокойной ночи| до встречи| увидимся| чем могу помочь| как я могу помочь| извини|
    извините| прости| как ты| до завтра| до скорого| хорошего дня| всем привет`,
  uk: `
    привіт| привіт усім| добрий день| доброго дня| добрий вечір| доброго ранку| дякую| щиро дякую| дуже дякую| спасибі|
    до побачення| до зустрічі| до завтра| як справи| на добраніч| гарного дня| добре| гаразд| так дякую| зрозуміло| зрозумів|
    зрозуміла| звісно| прошу`,
  ar: `
    السلام عليكم| وعليكم السلام| صباح الخير| مساء الخير| أهلا| أهلا وسهلا| شكرا جزيلا| شكرا لك| شكراً| شكرا على المساعدة|
    مع السلامة| إلى اللقاء| كيف حالك| تصبح على خير| عفوا| تمام| حسنا شكرا`,
  fa: `
    سلام| سلام به همه| صبح بخیر| عصر بخیر| شب بخیر| ممنون| خیلی ممنون| ممنونم| متشکرم| مرسی| خسته نباشید| خداحافظ|
    حالت چطوره| حال شما چطور است| باشه| بله| نه`,
  he: 'שלום| תודה| תודה רבה| להתראות| בוקר טוב| לילה טוב| מה שלומך',
  hi: `
    नमस्कार| शुभ प्रभात| शुभ रात्रि| बहुत धन्यवाद| बहुत बहुत धन्यवाद| शुक्रिया| अलविदा| फिर मिलेंगे| कैसे हो| कैसे हैं आप|
    आप कैसे हैं| ठीक है| अच्छा| समझ गया`,
  bn: 'নমস্কার| ধন্যবাদ| শুভ সকাল| কেমন আছো| কেমন আছেন| বিদায়',
  id: `
    halo| halo semua| hai| hai semua| selamat pagi| selamat siang| selamat sore| selamat malam| terima kasih|
    terima kasih banyak| makasih| makasih ya| makasih banyak| sama sama| sampai jumpa| sampai besok| apa kabar| baik| oke|
    siap`,
  vi: `
    xin chao| chao| chao ban| chao ca nha| chao moi nguoi| chao buoi sang| cam on| cam on ban| cam on nhieu| cam on rat nhieu|
    cam on ban nhieu| tam biet| hen gap lai| ban khoe khong| chuc ngu ngon| khong co gi| đuoc| vang| da vang`,
  others: `
    γεια| γεια σου| γεια σας| καλημέρα| καλησπέρα| καληνύχτα| ευχαριστώ| ευχαριστώ πολύ| ahoj| dobry den| dobre rano|
    dekuji| dekuji moc| diky| na shledanou| dobrou noc| dakujem| kiitos| kiitos paljon| moi| huomenta| nakemiin|
    hyvaa yota| szia| sziasztok| koszonom| koszonom szepen| viszlat| jo reggelt| jo ejszakat| multumesc| multumesc mult|
    la revedere| buna ziua| buna dimineata| noapte buna| hvordan har du det| god natt| god nat`,
};

export const fillerPhrases: ReadonlySet<string> = new Set(
  Object.values(byLanguage).flatMap((phrases) => phrases.split('|').map((phrase) => phrase.trim())),
);

/** Phrases with parts that vary. */
export const fillerTemplates = [
  /^(?:and |so )?(?:how are you|how's it going|how is it going|how do you do|how have you been|what's up|whats up)(?: doing)?(?: today)?$/u,
  /^(?:see|talk to|speak to) you(?: (?:later|soon|tomorrow|then|around))?$/u,
  /^(?:have a|good) (?:nice |great |good |lovely )?(?:day|morning|afternoon|evening|night|weekend|one)(?: everyone| all| to you)?$/u,
  /^nice (?:to meet|meeting|talking to|to see) you(?: too)?$/u,
  /^(?:you're|you are) welcome$/u,
  /^(?:i'm|i am) (?:fine|good|well|ok|okay|great|doing well)(?: thanks| thank you)?(?: and you)?$/u,
  /^(?:no problem|no worries|my pleasure|never mind|nevermind|of course|i see|makes sense|got it|will do|let me know|just kidding|good (?:idea|point|question|luck)|me too|same here)$/u,
  /^(?:many )?(?:thanks|thank you|thx)(?: (?:so|very) much| a lot| again)? for (?:all )?(?:your |the |this |that )?(?:help|time|support|advice|patience|information|info|answers?|explanation|feedback|assistance|effort|everything)(?: (?:yesterday|today|earlier|again|so far))?$/u,
  /^(?:let me think|one moment|just a (?:moment|second|sec|minute)|hold on|give me a (?:second|moment|minute))$/u,
  /^(?:can|could|would|will) you (?:please )?help(?: me)?(?: out)?(?: with (?:this|that|something))?$/u,
  /^(?:guten (?:morgen|tag|abend)|gute nacht|wie geht'?s(?: dir| ihnen)?|wie geht es (?:dir|ihnen)|bis (?:bald|spater|morgen)|kein problem|alles klar)$/u,
  /^(?:comment (?:ca va|allez-? ?vous|vas-? ?tu)|ca va|a bientot|de rien|pas de probleme|s'il (?:te|vous) plait)$/u,
  /^(?:como estas|como esta|que tal|hasta (?:luego|manana|pronto)|de nada|por favor|no hay problema)$/u,
  /^(?:come stai|come va|a presto|di niente|per favore|tudo bem|como vai|ate logo|de nada|por favor|hoe gaat het|tot ziens)$/u,
  /^(?:как дела|до свидания|доброе утро|добрыи (?:день|вечер)|добрый (?:день|вечер)|пожалуиста|пожалуйста)$/u,
  /^(?:你好|您好|谢谢你?|謝謝你?|多谢|好的?|好吧|嗯+|再见|再見|早上好|晚上好|不客气|没问题|是的|对|大家好|非常感谢|感谢|辛苦了?|拜拜|晚安|明天见|回头见|最近怎么样|你好吗|在吗|继续吧?|(?:立即|马上|立刻|现在)?(?:进行|执行|开始)吧?)$/u,
  /^(?:こんにちは|こんばんは|おはよう(?:ございます)?|ありがとう(?:ございます)?|はい|いいえ|うん|さようなら|またね|了解(?:です)?|よろしく(?:お願いします)?|お疲れ(?:様|さま)(?:です|でした)?|お元気ですか|おやすみ(?:なさい)?|どうも|すみません|では また|じゃあね)$/u,
  /^(?:안녕(?:하세요)?|감사합니다|고마워요?|네|예|아니요|좋아요?|안녕히 (?:가세요|계세요)|잘 자요?|수고(?:하셨습니다|하세요|했어요?)|잘 지내(?:세요|요)?|고맙습니다|반가워요?|반갑습니다)$/u,
  /^(?:สวัสดี(?:ครับ|ค่ะ)?|ขอบคุณ(?:มาก)?(?:ครับ|ค่ะ)?|ลาก่อน|แล้วเจอกัน|สบายดีไหม|ราตรีสวัสดิ์)$/u,
];
