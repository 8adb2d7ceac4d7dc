/**
 * Words whose full stop belongs to them, by what follows. Spaces after full stops are left out ("z. B." is `z.B`).
 * Lower-case entries are also found with a capital at their beginning; entries with capitals only as they are.
 */
const list = (text: string) => new Set(text.trim().split(/\s+/u));

/** They introduce something: no sentence ends after them. */
export const introducing = list(`
  e.g i.e viz cf approx incl excl Mr Mrs Ms Mx Dr dr Prof prof vs
  z.B d.h u.a v.a i.d.R z.T s.u s.o o.g sog bzw ca ggf vgl evtl inkl zzgl insb Hr Fr St
  p.ex c.-à-d cf env bd boul Mme Mmes Mlle MM Pr Ste
  p.ej Sr Sra Srta Sres Dra Dña Ud Uds Vd EE av avda aprox núm pág págs
  Profa Exmo Exma séc obs
  p.es Sig Sig.ra Sig.na Sigg Dott Dott.ssa Prof.ssa Avv Arch Geom cfr sigg dott avv
  bijv b.v d.w.z o.a m.b.t i.v.m t.a.v i.p.v dhr mevr mw drs blz evt resp zgn
  np tzn tzw tj m.in ul al pl św ks mgr inż hab zob por godz im płk
  örn bkz Doç Yrd Av Sn Hz Cad Sok Mah Apt Blv
  t.ex bl.a d.v.s dvs s.k fr.o.m t.o.m p.g.a pga jfr f.eks eks mht jf f.x hr
  т.е т.к т.н напр ул им проф акад см ср тел стр
`);

/** The same where they are two words, the first without a full stop. */
export const introducingPairs = new Set(['ad es', 'per es', 'par ex', 'por ej', 'z B']);

/** Part of a name; a sentence may end after them where one surely begins. */
export const withinNames = list(`
  Inc Ltd Co Corp Jr Bros Mt Ft Gen Col Capt Lt Sgt Rev Gov Pres Sen Rep Hon Messrs Dept Univ Ave Blvd Rd Sq
  GmbH Eng Str str Ges Gebr Abt Kgl Univ Ltda Lda Cía Lic Ing Arq Gral Excmo S.p.A S.r.l Ltd.Şti A.Ş Alb z.o.o sp
`);

/** Go with the number after them. */
export const beforeNumbers = list(`
  no nos p pp fig figs vol vols ch sec par art ed est min max tel nr nrs Nr Abb Bd Kap Art Aufl Tel Jan Feb Mar Apr Jun
  Jul Aug Sep Sept Oct Okt Nov Dec Dez janv févr avr juil sept oct nov déc ene abr ago dic fev mai set out dez gen mag
  giu lug ott kl rys tab yy bl afb hfst n num cap рис гл
`);

const months = `
  Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jan Feb Mär Apr Jun Jul Aug
  Sep Sept Okt Nov Dez januar februar marts mars april maj mai juni juli august september oktober november december
  desember Stycznia Lutego Marca Kwietnia Maja Czerwca Lipca Sierpnia Września Października Listopada Grudnia
  Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık
`;

/** Nouns behind an ordinal number ("3."), written with a capital. */
export const counted = list(`${months}
  Klasse Klassen Stock Stockwerk Etage Obergeschoss Untergeschoss Weltkrieg Platz Rang Tag Woche Monat Jahr Jahrhundert
  Jahrtausend Semester Trimester Quartal Halbjahr Lebensjahr Geburtstag Hochzeitstag Jahrestag Liga Bezirk Kapitel
  Auflage Mal Teil Staffel Folge Runde Halbzeit Advent Schuljahr Lehrjahr Reihe Spur Gang Gleis Band Akt Satz Bundesliga
  Kat
`);

/** The same where nouns are inflected at their ends. */
export const countedStems =
  /^(?:Sınıf|Soka[kğ]|Cadde|Köprü|Yüzyıl|Dünya|Noter|Bölge|Bölüm|Lig|Klas[ayę]|Klasie|Pięt|Wojn|Liceum)/u;

/** Before an ordinal number with a full stop: "in die 3. Klasse", "den 2. Preis", "på 3. Plads". */
export const beforeOrdinals = list(`
  der die das dem den des am im zum zur beim vom ans ins ein eine einen einem einer eines mein meine meinen meinem meiner
  dein deine deinen deinem deiner sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren unserem
  unserer jeder jede jedes jeden jedem dieser diese dieses diesen diesem ab seit bis nach
  det de en på till til i w we na do od
`);

/** Words that begin sentences and hardly ever a name: where one follows, the sentence before it has ended. */
export const starters = list(`
  i i'm i've i'll i'd the we we're he he's she she's it it's they they're you my our his her its their this that these
  those there here then but and so if when while however also yes no not please what why how who where let's today
  tomorrow yesterday because after before in at for
  ich du er sie es wir ihr der die das ein eine mein meine sein seine unser unsere dann aber und wenn als auch heute
  gestern danach dort hier diese dieser dieses jetzt deshalb
  je j'ai j'aime il elle nous vous ils elles mon ma mes ce cette c'est puis mais alors aujourd'hui hier
  yo él ella nosotros ellos mi mis este esta esto pero entonces hoy ayer mañana
  eu ele ela nós eles meu minha isso mas hoje ontem amanhã
  io lui lei noi loro mio mia questo questa poi oggi ieri domani
  ik jij hij zij ze wij het een mijn zijn haar dit dat maar dan vandaag gisteren morgen
  ja ona oni ten mój moja jego jej ale potem dziś wczoraj jutro
  ben biz siz onlar benim ama sonra bugün dün yarın
  jag han hon vi min mitt men sedan idag igår jeg hun og så
  я он она мы вы они это мой моя но потом сегодня вчера завтра
`);
