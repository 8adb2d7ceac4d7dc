import { stemmer } from '@orama/stemmers/italian';
import type { Language } from './language.ts';

export const ITALIAN: Language = {
  name: 'Italian',
  code: 'it',
  stopWords:
    'il lo la i gli le l un uno una di del dello della dei degli delle dell a al allo alla ai agli alle all da dal dallo dalla dai dagli dalle dall in nel nello nella nei negli nelle nell su sul sullo sulla sui sugli sulle sull con per tra fra e ed ad o ma perché che chi cosa cui come quando dove quanto quanta quanti quante quale quali io me mi mio mia miei mie tu te ti tuo tua tuoi lui lei gli le loro noi ci nostro nostra nostri nostre voi vi vostro si sé suo sua suoi sue questo questa questi queste quello quella quelli quelle ciò non nulla niente mai già anche ancora molto molta più meno così sempre tutto tutta tutti tutte altro altra altri altre stesso qualcosa qualcuno ogni è sono sei siamo siete era erano fu essere stato stata stati ho hai ha abbiamo hanno aveva avevo avere avuto può posso potere deve devo devono vuole voglio va vado vanno sta sto stanno qui là lì se ne d c quest com dov quand verso dopo prima senza sotto sopra dietro',
  asking:
    'parlami spiegare spiega spiegami spieghi dire dimmi mostrare mostra mostrami descrivi descrivere potresti potrebbe puoi vorrei sai favore grazie significa serve servono',
  letters: 'àèéìòù',
  endings: /(?:iamo|zione|ato|ata|ando|endo|ano|ono|ello|ella|etto|etta|ità|oni|ini|[bcdfglmnprstvz][io])$/,
  stem: stemmer,
  // Snowball does not change short words that begin with a vowel: alzo and alzarmi.
  otherStems: (word) => SHORT.exec(word)?.slice(1) ?? [],
  irregularForms: `
andare andato andata andò andiamo
venire vengo viene venuto venne vieni
fare faccio fa fece fatto faceva facciamo
dire dico dice disse detto diceva
vedere vedo vide visto vista
prendere prendo prese preso presa presi
mettere mise messo messa
scrivere scrisse scritto scritta
leggere lesse letto letta
bere bevo beve bevuto bevve
chiedere chiese chiesto
chiudere chiuse chiuso chiusa
aprire aperto aperta apertura
rompere ruppe rotto rotta rottura
volere voleva vorrebbe vorrei voluto volevo
sapere so sa seppe saputo
conoscere conosco conobbe conosciuto conosciuti conosciuta conoscenza
vivere visse vissuto
nascere nato nata nacque nascita
morire muore morto morta morte
perdere perso persa
correre corre corso corse corsa
vincere vinse vinto
scegliere sceglie scelse scelto scelta
tenere tengo tiene tenne
uscire esco esce
salire salgo
volare volo vola voliamo voli
piacere piace piaciuto piaciuti piaciuta piacciono
dormire dormo dorme
giocare gioco gioca
decidere decise deciso decisione
spendere speso spesa
scendere sceso
offrire offerto offerta
guidare guido guida
nuotare nuoto nuota
trasferire trasferiamo trasferimento trasferirsi trasloco
amico amici amiche
uomo uomini
uovo uova
dito dita`,
  time: {
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    weekdays: 'domenica lunedi martedi mercoledi giovedi venerdi sabato',
    days: "oggi|stasera ieri|ieri_sera l'altro_ieri|altroieri",
    units: 'giorn[oi] settiman[ae] fine_settimana|weekend mes[ei] ann[oi]',
    numbers: 'un[oa]? due tre quattro cinque sei sette otto nove dieci',
    last: 'scors[oaie]|passat[oaie]|ultim[oaie]',
    this: 'quest[oa]',
    ago: ['', 'fa'],
    of: 'di|del',
    others: 'domani|recentemente|da quando|prossim[oa]|primavera|estate|autunno|inverno',
    when: '(?:da |fino a |entro )?quando|quanto tempo|(?:in )?(?:che|quale) (?:anno|mese|giorno|data)|a che ora',
    doing:
      "cos'e|mostra\\p{L}*|racconta(?:mi|ci)?|ricorda(?:mi|ci)|combinato|finito|concluso|success[oaei]|accadut[oaei]|accaddero|accadde|capitat[oaei]|fatto|facevo|facemmo|deciso|decidemmo|discusso|parlato|lavorato|imparato|detto|concordato|note|eventi|cose|ricordi|novita|nuovo|lista|elenco|riassun\\p{L}+|salvat[oaei]|annotat[oaei]|avvenut[oaei]",
  },
  ends: {
    until: "fino (?:al|alla|all'|ad|a) ?|valid[oaie] fino (?:al|a) |entro e non oltre (?:il )?",
    expires: 'scade|scadono|scadra|termina|finisce',
    tomorrow: 'domani',
    next: 'prossim[oa]',
    end: "(?:la )?fine (?:del|della|dell'|di)",
    range: ['dal', 'al'],
    passing:
      'ferie|vacanza|vacanze|viaggio|trasferta|malat[oaie]|assente|smart working|in visita|ospiti|reperibil\\p{L}+|appuntamento|riunione|demo|esame|volo|chius[oaie]|albergo|hotel|conferenza|workshop|permesso|congedo|malattia',
    never:
      'rinviat\\p{L}+|spostat\\p{L}+|ogni|tutti i|tutte le|sempre|di solito|spesso|normalmente|compleanno|se|devo|deve|dobbiamo',
    past: 'ero|era|eravamo|erano|fu|furono|avev\\p{L}+|(?:ho|hai|ha|abbiamo|hanno) \\p{L}+(?:ato|uto|ito|tto|sto|so)|sono (?:stat[oaie]|rimast[oaie]|andat[oaie])|lavora(?:vo|va)|viv(?:evo|eva)|duro',
  },
  tasks: {
    left: 'da fare|(?:devo|dobbiamo|resta|rimane|manca) (?:ancora )?fare|in sospeso|non ancora fatt[aeio]|non (?:ho|abbiamo) (?:ancora )?(?:fatto|finito)',
    finished: '(?:ho|abbiamo|hai) (?:gia )?(?:fatto|finito|completato)|gia fatt[aeio]',
    open: 'apert[aeio]|mancan?o?|restan?o?|rimane|rimangono|pendenti',
    done: 'fatt[aeio]|finit[aeio]|completat[aeio]|conclus[aeio]',
    dropped: 'annullat[aeio]|abbandonat[aeio]|scartat[aeio]',
    task: 'attivita|compit[oi]|cos[ae]|to-?do|lista',
  },
};

const SHORT = /^([aeiou].{2,}?)(?:[aei]r(?:e|mi|ti|si|ci|vi|lo|la|li|le|ne|gli)|[aeio])$/;
