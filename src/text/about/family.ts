/** How a language expresses possession, family, and age. */
export interface FamilyWords {
  /** "I have", "we have" and the like, apart by `|`, as all of these. */
  have: string;
  my: string;
  /** Family and pets. */
  who: string;
  /** An age, after a number in digits or words; the first is also the speaker's. */
  years: readonly [years: string, months: string];
  /** Goes before the age of the speaker. */
  am: string;
}

export const familyWords: readonly FamilyWords[] = [
  {
    have: "i have|i've got|i got|we have|we've got|i own|we own|i adopted|we adopted",
    my: 'my|our',
    who: 'cats?|dogs?|pupp(?:y|ies)|kittens?|retriever|poodle|horses?|rabbits?|parrots?|hamsters?|goldfish|pets?|kids?|child(?:ren)?|babies|baby|sons?|daughters?|twins|wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|brothers?|sisters?|siblings?|mother|father|mom|mum|dad|parents?|grand(?:son|daughter|children|mother|father|parents|kids|ma|pa)s?|nieces?|nephews?|aunt|uncle|cousins?',
    years: ['years? old|years of age', 'months? old'],
    am: "i'm|i am",
  },
  {
    have: 'ich habe|ich hab|wir haben',
    my: 'mein|meine|meiner|unser|unsere',
    who: 'katzen?|kater|hunde?|welpen?|pferde?|kaninchen|hamster|papagei|haustiere?|kind(?:er)?|baby|söhne|sohn|töchter|tochter|zwillinge|frau|ehefrau|mann|ehemann|freundin|freund|partner(?:in)?|verlobte[rn]?|brüder|bruder|schwestern?|geschwister|mutter|vater|mama|papa|eltern|enkel(?:in|kinder|sohn|tochter)?|oma|opa|nichten?|neffen?|tante|onkel',
    years: ['jahre? alt', 'monate alt'],
    am: 'ich bin',
  },
  {
    have: "j'ai|nous avons|on a",
    my: 'mon|ma|mes|notre|nos',
    who: 'chats?|chattes?|grands?-(?:mères?|pères?|parents)|chiens?|chiennes?|chiots?|chevaux|cheval|lapins?|hamsters?|perroquets?|enfants?|bébés?|fils|filles?|jumeaux|jumelles|femme|mari|compagn(?:on|e)|copine?|fiancée?|frères?|s(?:œ|oe)urs?|mère|père|maman|papa|parents|petits?-(?:fils|enfants)|petite-fille|nièces?|neveux?|tante|oncle|cousine?s?',
    years: ['ans', 'mois'],
    am: "j'ai",
  },
  {
    have: 'tengo|tenemos',
    my: 'mi|mis|nuestro|nuestra|nuestros|nuestras',
    who: 'gat[oa]s?|perr[oa]s?|cachorros?|caballos?|conejos?|mascotas?|hij[oa]s?|niñ[oa]s|bebés?|gemel[oa]s|mellizos|esposa|esposo|mujer|marido|pareja|novi[oa]|herman[oa]s?|madre|padre|mamá|papá|padres|niet[oa]s?|abuel[oa]s?|sobrin[oa]s?|t[íi][oa]s?|prim[oa]s?',
    years: ['años', 'meses'],
    am: 'tengo',
  },
  {
    have: 'tenho|eu tenho|temos|nós temos',
    my: 'meu|minha|meus|minhas|nosso|nossa|nossos|nossas|o meu|a minha|os meus|as minhas|o nosso|a nossa|os nossos|as nossas',
    who: 'gat[oa]s?|cães|cão|cachorr[oa]s?|cadelas?|cavalos?|coelhos?|filh[oa]s?|crianças?|bebês?|bebés?|gêmeos|gémeos|esposa|esposo|mulher|marido|namorad[oa]|companheir[oa]|noiv[oa]|irmãos?|irmãs?|mãe|pai|pais|net[oa]s?|avós?|avô|sobrinh[oa]s?|ti[oa]s?|prim[oa]s?',
    years: ['anos', 'meses'],
    am: 'tenho|eu tenho',
  },
  {
    have: 'ho|io ho|abbiamo|noi abbiamo',
    my: 'mio|mia|miei|mie|nostro|nostra|nostri|nostre|il mio|la mia|i miei|le mie|il nostro|la nostra|i nostri|le nostre',
    who: 'gatt[oaie]|cane|cani|cucciol[oi]|cavall[oi]|conigli[oe]?|figli[oae]?|bambin[oaie]|gemell[ie]|moglie|marito|compagn[oa]|ragazz[oa]|fidanzat[oa]|fratell[oi]|sorell[ae]|madre|padre|mamma|papà|genitori|nipot[ei]|nonn[oaie]|zi[oae]|cugin[oaie]',
    years: ['anni', 'mesi'],
    am: 'ho|io ho',
  },
  {
    have: 'ik heb|wij hebben|we hebben',
    my: "mijn|m'n|onze|ons",
    who: 'kat(?:ten)?|poes(?:en)?|hond(?:en)?|puppy|paard(?:en)?|konijn(?:en)?|huisdier(?:en)?|kind(?:eren)?|baby|zonen|zoon|dochters?|tweeling|vrouw|man|vriendin|vriend|partner|verloofde|broers?|zus(?:sen|je)?|moeder|vader|mama|papa|ouders|kleinkind(?:eren)?|oma|opa|nichtje?|neefje?|tante|oom',
    years: ['jaar(?: oud)?', 'maanden oud'],
    am: 'ik ben',
  },
  {
    have: 'mam|mamy|posiadam',
    my: 'mój|moja|moje|moi|mojego|mojej|nasz|nasza|nasze',
    who: 'kot(?:a|y|ów|ka|kę)?|ps[aiy]|pies|psów|konia?|królika?|chomika?|dziec(?:ko|i)|dzidziusia|syn(?:a|ów|owie)?|córk(?:a|ę|i)|córek|bliźniaki|bliźnięta|żon(?:a|ę)|mąż|męża|chłopaka?|dziewczyn(?:a|ę)|narzeczon(?:a|y|ą|ego)|brat(?:a)?|braci|siostr(?:a|ę|y)|matka|ojciec|mama|tata|rodzice|wnuk(?:a|i|ów)?|wnuczk(?:a|ę)|babcia|dziadek|ciocia|wujek',
    years: ['lat(?:a)?', 'miesięcy'],
    am: 'mam',
  },
  {
    have: 'у меня|у нас',
    my: 'мой|моя|мои|моё|мое|моего|моей|моему|моих|моим|наш|наша|наши|нашей|нашему',
    who: 'кош(?:ка|ки|ек)|кот(?:а|ов|ы)?|соба(?:ка|ки|к)|п[её]с|щен(?:ок|ка|ки)|лошад(?:ь|и)|кролик(?:а|и)?|хомяк(?:а)?|попуга(?:й|я)|реб[её]нок|дет(?:и|ей)|двойняшки|близнецы|сын(?:а|у|овья|овей)?|доч(?:ь|ка|ери|ке|ери)|дочер(?:и|ей)|жен[аеуы]|муж[ау]?|девушк[аеи]|парень|невест[аеы]|жених|брат(?:а|у|ья|ьев)?|сестр(?:а|ы|е|у)|сест[её]р|мам[аеы]|пап[аеы]|мать|отец|отцу|родители|внук(?:а|и|ов)?|внучк[аеи]|бабушк[аеи]|дедушк[аеи]|т[её]т[яи]|дяд[яи]',
    years: ['лет|года?', 'месяцев'],
    am: 'мне',
  },
  {
    have: 'jag har|vi har',
    my: 'min|mitt|mina|vår|vårt|våra',
    who: 'katt(?:er)?|hund(?:ar)?|valp(?:ar)?|häst(?:ar)?|kanin(?:er)?|husdjur|barn|bebis|son|söner|dotter|döttrar|tvillingar|fru|man|sambo|flickvän|pojkvän|fästmö|fästman|bror|bröder|syster|systrar|syskon|mamma|pappa|mor|far|föräldrar|barnbarn|mormor|morfar|farmor|farfar|moster|faster|morbror|farbror',
    years: ['år(?: gammal| gamla| gammalt)?', 'månader gammal'],
    am: 'jag är',
  },
];
