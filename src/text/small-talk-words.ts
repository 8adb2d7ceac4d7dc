/** Words that say nothing by themselves; a statement of nothing else is small talk. */
export const fillerWords = new Set(
  `hi hello hey hiya howdy yo greetings welcome thanks thank thx ty cheers ok okay k kk sure fine yes yeah yep yup no nope nah
  great cool nice good perfect awesome wow oh ah ahh um umm uh hm hmm hmmm mm well so lol haha hahaha hehe right alright
  bye goodbye cya later please sorry oops congrats congratulations you your very much a lot there again all everyone
  indeed exactly absolutely definitely totally really anyway and then the that that's it's it is sounds got it to me
  hallo hej moin servus danke dankeschon bitte ja nein gut super toll genau tschuss schonen tag vielen dank
  bonjour salut merci oui non beaucoup bonsoir revoir au bonne nuit journee d'accord
  hola gracias muchas si vale buenos dias buenas tardes noches adios claro bueno
  ciao grazie mille prego va bene buongiorno buonasera arrivederci ola obrigado obrigada sim nao bom dia boa tarde tchau
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

/** Of the words above, those that only fill when a greeting, thanks or an assent is beside them. */
export const onlyBesideOthers = new Set(
  'you your very much a lot there again all everyone and then the that to me it is no si'.split(' '),
);
