/** How a language speaks of its speaker; each is a list of patterns, apart by `|`, of text in lower case. */
export interface OwnWords {
  /** Begins a statement about the speaker: who they are, live, work, know, like, own. */
  begins: string;
  /** The speaker, anywhere in a statement. */
  me: string;
  /** "My", before a word of `things`. */
  my: string;
  things: string;
  /** How the agent should answer or work for this person, anywhere in a statement. */
  manner: string;
  /** "In all my projects". */
  everywhere: string;
}

export const ownWords: readonly OwnWords[] = [
  {
    begins:
      "(?:i'm|im|i am|i'm also|i am also) (?:an? (?!bit|little|few|lot|big fan of the)|the (?:owner|author|founder|father|mother|only (?:designer|developer|programmer|engineer|person|one))|\\d+|new to|not (?:an? |very |too |that |really |so )*(?:familiar|experienced|good|native|used|comfortable|expert|technical)|from|based in|living in|born|married|single|divorced|engaged|retired|unemployed|freelanc|self-employed|left-handed|right-handed|learning|studying|good at|bad at|terrible at|fluent|used to|more (?:comfortable|familiar)|comfortable|familiar|working (?:as|at|from|part)|called|named|afraid|scared|tired of|interested in|allergic|deaf|blind|gay|bi(?!\\p{L})|trans(?!\\p{L})|in (?:my|cet|est|gmt|utc)|on (?:the )?(?:pro|free|max|team) plan)|i(?:'ve| have)? (?:just |recently |finally )?(?:moved (?:from \\p{L}+ |back |house|home|in with)|switched from (?!the |this |a )|(?:quit|gave up|given up|stopped) (?:smoking|drinking|eating|working (?:at|for|as|in)|my job)|got (?:married|divorced|engaged|a new (?:job|car|phone|laptop))|changed (?:jobs?|my (?:name|job|address|number|phone))|retired|left my job)|i no longer (?:drink|eat|smoke|live|work (?:at|for|as|in)|drive|own|have a)|i (?:live|moved to|grew up|was born|come from|work (?:as|at|for|from|in|part|night|on (?:mon|tue|wed|thu|fri|sat|sun))|speak|study|studied|teach|taught|drive|eat|drink|play|sleep|wake|get up|smoke|read|cook|run every|own|suffer|take (?:\\p{L}+ ){0,2}(?:pills?|medic)|commute|travel|(?:don't|dont|do not|never) (?:code(?=$|[.,;])|program(?=$|[.,;])|drink|eat|smoke|drive|speak|cook|own|know (?:much|how|any|what|a lot)|understand|work (?:on|before|after))|know (?!that|this|it|the|you|what|why|there|we)|understand \\p{L}|have (?:\\d+ years|(?:many|several|some|little|no|a lot of) (?:years|experience|knowledge)|been (?:a|programming|coding|working|using)|a (?:degree|phd|bachelor|master|background|car|house|garden|bike|boat)|never (?:used|written|learned|programmed|worked))|(?:really |usually |generally |always |mostly |normally |personally |still |also |often )*(?:like|love|enjoy|hate|dislike|prefer|can't stand|cannot stand|don't like|dont like|do not like|tend to|favou?r) (?!the|this|that|these|those|it(?!\\p{L})|its|we|us(?!\\p{L})|your|where|how you|when you|what you|to have|to see|to keep|if )|usually|always (?:use|work|write|start|prefer|want (?:answers|you|your))|think in|learn best)|(?:as an?|being an?) [\\p{L} -]{3,40}, i|i just an? |i (?:just |recently )?(?:installed|logged in|upgraded to|applied to)|call me|people call me",
    me: "i(?! \\p{L}+i(?!\\p{L}))|i'm|im|i've|i'd|me|my|myself|mine",
    my: 'my',
    things:
      'boss|line manager|manager|supervisor|team ?lead|mentor|colleagues?|co-?workers?|team ?mates?|(?:full |first |last |given |real |middle |nick)?name|surname|nickname|pronouns|age|birthday|date of birth|birth|home(?! page)|address|flat|apartment|house|city|country|hometown|phone|mobile|number|email|e-mail|mail|passport|job(?! queue)|profession|boss|salary|employer|company|hobby|hobbies|favou?rite|native|mother tongue|first language|english|german|french|spanish|time ?zone|calendar|laptop|computer|pc|machine|mac(?:book)?|desktop|monitors?|keyboard|mouse|phone|iphone|ipad|tablet|car|bike|editor|shell|terminal|dotfiles|github|linkedin|website|blog|friends?|best friend|family|doctor|therapist|dentist|neighbou?rs?|health|weight|height|eyes?|eyesight|hearing|back|heart|blood|shoe|diet|religion|faith|style|taste|background|experience|degree|studies|university|wedding|in-laws|ex(?!\\p{L})|ex-\\p{L}+',
    manner:
      "(?:ask|check with|consult|confirm with|wait for) (?:me|my (?:ok|okay|approval|confirmation|permission|go))|(?:without|before) (?:asking me|my (?:ok|okay|approval|confirmation|permission|consent))|(?:don't|dont|do not|never) (?:do|add|change) (?:anything|things|more than) (?:\\p{L}+ )*(?:ask|request)|think (?:hard|deeply|step by step)|(?:commit|stop) after (?:each|every) (?:step|task)|commit changes as each|if (?:you(?:'re| are)? )?(?:unsure|not sure|in doubt|have (?:any )?(?:doubts|questions))|be (?:more |very |as )?(?:brief|concise|short|terse|succinct|direct|honest|blunt|critical|polite|friendly|formal|informal)|(?:don't|dont|do not|never|stop|without|no need to|quit) (?:\\p{L}+ )?(?:apologi[sz]\\p{L}*|explain(?:ing)?(?! the)|flatter\\p{L}*|prais\\p{L}*|sugar-?coat\\p{L}*|hallucinat\\p{L}*|halucinat\\p{L}*|yap\\p{L}*|guess(?:ing)?|assum\\p{L}+|call me|ask(?:ing)? me|lectur\\p{L}*|moraliz\\p{L}*|use (?:\\p{L}+ )?emojis?(?! in))|no (?:emojis?(?! in)|small talk|flattery|yapping|time estimates|filler|preamble)|time estimates|step[ -]by[ -]step explanations?|one question at a time|ask me (?:anything|if|when|questions?|first|one)|explain (?:things |everything |it )?(?:to me )?(?:like|as if|simply|in detail|step by step)|(?:use|give me) (?:metric|imperial|celsius|fahrenheit|24-hour|british|american)|give me (?:\\p{L}+ )?(?:short|brief|detailed|long|concise|the short)|level of detail|(?:address|call|refer to) me (?:as|by|with)?|diagrams (?:really )?help|(?:you are|you're|be) my (?:assistant|mentor|coach|tutor|partner)|you are (?:named|called)|act (?:like|as) an? (?:senior|expert|experienced)|question me|keep it simple|i (?:didn't|didnt|did not) ask for|(?:always )?respond only",
    everywhere:
      '(?:in|for|across|on) (?:all|any|every|each)(?: of)?(?: my)? (?:projects?|repos?|repositories|codebases?|sessions?|conversations?|chats?)|everywhere i work|whatever (?:the )?(?:project|repo)|regardless of (?:the )?(?:project|repo)',
  },
  {
    begins:
      'ich (?:bin(?! (?:gerade|mir|dafür|dagegen|der meinung|fertig|am))|heiße|heisse|wohne|lebe|arbeite (?!gerade|an )|komme (?:eigentlich |ursprünglich )?aus|spreche|studiere|lerne|kann (?:kein|gut|nur|nicht gut)|kenne (?:mich|kein)|weiß (?:nicht viel|wenig)|verstehe kein|mag|liebe|hasse|bevorzuge (?!die|das|den|dies)|esse|trinke|rauche|fahre|spiele|schlafe|stehe|leide|nehme (?:\\p{L}+ )?(?:tabletten|medik|insulin)|wurde (?:\\p{L}+ )*geboren|habe (?:\\d+ jahre|keine ahnung|viel erfahrung|wenig erfahrung|noch nie|eine? (?:allergie|auto|garten|hund|katze))|trinke|benutze (?:immer|privat|zu hause|zuhause)|ziehe .{2,40} vor)|nenn(?:e)? mich|als \\p{L}+(?:er|in) (?:bin|habe) ich',
    me: 'ich|mich|mir|mein|meine|meinem|meinen|meiner|meines',
    my: 'mein|meine|meiner|meinem|meinen',
    things:
      'vorgesetzte[rn]?|teamleiter(?:in)?|mentor(?:in)?|kolleg(?:e|in|en|innen)|vollständiger name|name|nachname|vorname|spitzname|alter|geburtstag|geburtsdatum|wohnung|haus|adresse|anschrift|handy|telefonnummer|nummer|e-mail|mail|job|beruf|chef|chefin|gehalt|arbeitgeber|firma|hobby|hobbys|lieblings\\p{L}+|muttersprache|englisch|zeitzone|kalender|laptop|rechner|computer|pc|mac|tastatur|monitore?|auto|fahrrad|editor|terminal|freunde?|freundin|familie|arzt|ärztin|therapeut|therapeutin|nachbarn?|nachbarin|gesundheit|gewicht|größe|augen|gehör|rücken|herz|religion|glaube|stil|studium|reisepass|pass|ausweis|ex(?!\\p{L})|ex-\\p{L}+|schwieger\\p{L}+',
    manner:
      '(?:frag(?:e|en)?|warte auf) (?:mich|meine)|ohne (?:mich zu fragen|meine (?:zustimmung|erlaubnis|freigabe))|wenn du (?:dir )?(?:unsicher|nicht sicher)|denk (?:gründlich|genau)|fass(?:e)? dich kurz|sei (?:kurz|knapp|direkt|ehrlich|kritisch)|(?:kein(?:e|en)?|ohne) (?:emojis?|smalltalk|floskeln|zeitschätzungen)|entschuldige dich nicht|duze? mich|siez(?:e)? mich|erklär(?:e)? (?:mir )?(?:alles|es) (?:einfach|schritt)|frag(?:e)? mich (?:erst|zuerst|immer)|rate nicht|halluzinier\\p{L}* nicht',
    everywhere:
      'in (?:all|jed)en?m? (?:meinen |meiner )?(?:projekten?|repos?|repositories)|egal in welchem (?:projekt|repo)',
  },
  {
    begins:
      "je (?:suis(?! (?:en train|d'accord|sur (?!mac|windows|linux)|sûr))|m'appelle|vis|habite|travaille (?:comme|à|chez|dans|de|pour|en)|viens de \\p{L}|parle|étudie|apprends|aime|n'aime pas|n'aime|adore|déteste|préfère (?!le |la |les |ce|qu)|mange|ne mange|bois|ne bois|fume|conduis|joue|dors|souffre|prends (?:\\p{L}+ )?(?:médic|traitement)|connais (?:bien|mal|peu)|ne connais (?:pas|rien)|ne sais pas (?:coder|program)|débute|suis né)|j'(?:habite|aime|adore|étudie|apprends|ai (?:\\d+ ans|un diplôme|une allergie|peu d'expérience|\\d+ ans d'expérience|horreur)|utilise (?:toujours|chez moi))|moi,? je|appelle[- ]moi|en tant que [\\p{L} -]{3,40}, je",
    me: "je|j'\\p{L}+|me|m'\\p{L}+|moi|mon|ma|mes",
    my: 'mon|ma|mes',
    things:
      'cheffe|manageu?r|supérieure?|mentor(?:e)?|collègues?|nom|prénom|surnom|âge|anniversaire|date de naissance|maison|appartement|adresse|ville|pays|téléphone|numéro|e-mail|mail|métier|patronn?e?|chef|salaire|employeur|boulot|travail|passe-temps|loisirs?|langue maternelle|anglais|fuseau|agenda|ordinateur|ordi|portable|pc|mac|clavier|écrans?|voiture|vélo|éditeur|terminal|amie?s?|famille|médecin|docteur|psy\\p{L}*|voisine?s?|santé|poids|taille|yeux|dos|cœur|religion|style|études|passeport|ex(?!\\p{L})|ex-\\p{L}+|beaux-parents|belle-\\p{L}+|grand-(?:mère|père)|grands-parents|plat préféré|couleur préférée',
    manner:
      "demande[- ]moi|attends (?:mon|ma)|sans (?:me demander|mon (?:accord|autorisation))|si tu (?:as un doute|n'es pas sûr)|étape par étape|sois (?:bref|brève|concise?|directe?|honnête|critique)|(?:pas|sans|aucun) (?:d'|de )?(?:emojis?|émojis?|bavardage|flatterie)|tutoie[- ]moi|vouvoie[- ]moi|ne t'excuse (?:jamais|pas)|explique[- ]moi (?:tout|simplement|étape)|pose[- ]moi (?:d'abord|toujours) ",
    everywhere: 'dans (?:tous|chacun de) (?:les |mes )?(?:projets|dépôts)|sur tous mes projets|quel que soit le projet',
  },
  {
    begins:
      '(?:yo )?(?:soy(?! (?:consciente))|me llamo|vivo|trabajo (?:como|en|de|para|desde)|vengo de|hablo|estudio|aprendo|estoy (?:aprendiendo|estudiando|casad[oa]|solter[oa]|divorciad[oa]|embarazada)|prefiero (?!el |la |los |las |est|que)|odio|detesto|como (?:sin|poc|much)|no (?:como|bebo|fumo|conduzco|hablo|sé (?:program|nada|mucho)|conozco (?:much|nada)|me gusta(?:n)? (?!est|el |la |como|cómo|que))|bebo|fumo|conduzco|juego|duermo|padezco|sufro|tomo (?:\\p{L}+ )?(?:medic|pastill|insulin)|nací|tengo (?:\\d+ años|\\p{L}+ años|experiencia|poca experiencia|alergia|un título)|me (?:gusta(?:n)?|encanta(?:n)?|mudé) (?!est|el |la |como|cómo|que))|llámame|como [\\p{L} ]{3,40}, (?:yo )?(?:soy|prefiero|tengo)',
    me: 'yo|fui|puedo|llevo|me|mí|mi|mis|soy|tengo|estoy|padezco|sufro|tomo|conmigo',
    my: 'mi|mis',
    things:
      'supervisora?|mentora?|coleg[ao]s?|compañer[ao]s?(?! de piso)|nombre|apellidos?|apodo|edad|cumpleaños|fecha de nacimiento|casa|piso|dirección|ciudad|país|teléfono|móvil|número|correo|email|trabajo|profesión|jef[ea]|salario|sueldo|empresa|afición|aficiones|hobby|hobbies|lengua materna|inglés|zona horaria|calendario|portátil|ordenador|computadora|pc|mac|teclado|monitor(?:es)?|pantallas?|coche|auto|carro|bici|editor|terminal|amig[oa]s?|familia|médic[oa]|doctora?|terapeuta|psicólog[oa]|vecin[oa]s?|salud|peso|altura|ojos|espalda|corazón|religión|fe|estilo|estudios|pasaporte|dni|ex(?!\\p{L})|ex-\\p{L}+|suegr[oa]s?|cuñad[oa]s?|(?:color|comida|plato) favorit[oa]',
    manner:
      'pregúntame|consúltame|espera (?:mi|a que)|sin (?:preguntarme|mi (?:permiso|aprobación|autorización|confirmación))|si (?:tienes dudas|no estás segur[oa])|paso a paso|háblame|dime la verdad|sé (?:breve|concis[oa]|direct[oa]|honest[oa]|crític[oa])|sin (?:emojis?|rodeos|relleno)|no (?:uses emojis?|te disculpes|adivines|supongas|asumas|me preguntes)|tutéame|trátame de|explícame (?:todo|las cosas|paso)|pregúntame (?:primero|siempre)',
    everywhere:
      'en (?:todos|cualquiera de) (?:los |mis )+(?:proyectos|repos\\p{L}*)|en cualquier (?:proyecto|repo)|en cada (?:uno de mis )?proyecto',
  },
  {
    begins:
      '(?:eu )?(?:sou|me chamo|chamo-me|moro|vivo|trabalho (?:como|em|na|no|de|para|com)|venho d|falo|estudo|aprendo|estou (?:aprendendo|estudando|grávida|a aprender)|prefiro (?!o |a |os |as |est|ess|que)|odeio|detesto|adoro|amo|gosto (?!d[oa] |dest|dess)|não (?:como|bebo|fumo|dirijo|conduzo|falo|sei (?:program|nada|muito)|conheço (?:muito|nada)|gosto (?!d[oa] |dest|dess))|bebo|fumo|dirijo|jogo|durmo|sofro|tomo (?:\\p{L}+ )?(?:rem[ée]d|medic|insulin)|nasci|mudei|tenho (?:\\d+ anos|experiência|pouca experiência|alergia|um diploma))|me chame de|chama-me|como [\\p{L} ]{3,40}, eu',
    me: 'eu|fui|posso|uso|me|mim|meu|minha|meus|minhas|sou|tenho|estou|sofro|tomo|comigo',
    my: '(?:o |a |os |as )?(?:meu|minha|meus|minhas)',
    things:
      'chefe|gestora?(?! de )|supervisora?|mentora?|colegas?|nome|sobrenome|apelido|idade|aniversário|data de nascimento|casa|apartamento|endereço|morada|cidade|país|telefone|celular|telemóvel|número|e-mail|email|trabalho|emprego|profissão|chefe|salário|empresa|hobby|hobbies|língua materna|inglês|fuso|agenda|notebook|computador|pc|mac|teclado|monitor(?:es)?|carro|bicicleta|editor|terminal|amig[oa]s?|família|médic[oa]|terapeuta|psicólog[oa]|vizinh[oa]s?|saúde|peso|altura|olhos|costas|coração|religião|fé|estilo|estudos|passaporte|cpf|ex(?!\\p{L})|ex-\\p{L}+|sogr[oa]s?|cunhad[oa]s?|(?:cor|comida|prato) (?:favorit|preferid)[oa]',
    manner:
      'pergunte-me|me pergunt[ea]|espere (?:a )?minha|sem (?:me perguntar|minha (?:permissão|aprovação|autorização))|se (?:tiver dúvidas?|não tiver certeza)|passo a passo|seja (?:breve|conciso|direto|honesto|crítico)|sê breve|sem (?:emojis?|rodeios|enrolação)|n[ãa]o (?:use emojis?|peça desculpas|adivinhe|suponha|fi(?:que|car) me perguntando|pe[cç]a pra o usu[aá]rio)|me trate por|trata-me por|explique(?:-me| para mim)? (?:tudo|passo)|me pergunte (?:primeiro|sempre|antes)',
    everywhere:
      'em (?:todos|qualquer um d)[oe]?s? ?(?:os )?(?:meus )?(?:projetos|repositórios|repos)|em qualquer (?:projeto|repo)',
  },
  {
    begins:
      "(?:io )?(?:sono (?!d'accord|sicur|riuscit|arrivat|andat|qui)|mi chiamo|vivo|abito|lavoro (?:come|a |in|per|da|nel|presso)|vengo da|parlo|studio|imparo|sto (?:imparando|studiando)|preferisco (?!il |la |lo |i |le |quest|che)|odio|detesto|adoro|amo|non (?:mangio|bevo|fumo|guido|parlo|so (?:program|nulla|niente|molto)|conosco (?:bene|molto)|mi piac\\p{L}+ (?!quest|il |la |come|che))|mangio|bevo|fumo|guido|gioco|dormo|soffro|prendo (?:\\p{L}+ )?(?:medicin|farmac|pastigl|insulin)|ho (?:\\d+ anni|\\p{L}+ anni|esperienza|poca esperienza|un'allergia|una laurea)|mi (?:piac\\p{L}+|sono trasferit[oa]) (?!quest|il |la |come|che))|chiamami|come [\\p{L} ]{3,40}, (?:io )?(?:sono|preferisco|ho)",
    me: 'io|mi|posso|porto|me|mio|mia|miei|mie|sono|ho|soffro|prendo',
    my: '(?:il |la |i |le )?(?:mio|mia|miei|mie)',
    things:
      'capo|responsabile|mentore|collegh?[aei]|nome|cognome|soprannome|età|compleanno|data di nascita|casa|appartamento|indirizzo|città|paese|telefono|cellulare|numero|mail|email|lavoro|professione|capo|stipendio|azienda|ditta|hobby|passatempi?|madrelingua|lingua madre|inglese|fuso|calendario|portatile|computer|pc|mac|tastiera|monitor|schermi|auto|macchina|bici|editor|terminale|amic[oahei]+|famiglia|medico|dottore(?:ssa)?|terapeuta|psicolog[oa]|vicin[oaie]|salute|peso|altezza|occhi|schiena|cuore|religione|fede|stile|studi|passaporto|ex(?!\\p{L})|ex-\\p{L}+|suocer[oaie]|cognat[oaie]|(?:colore|piatto|cibo) preferito',
    manner:
      'chiedimi|(?:chiedi|attendi|aspetta) (?:sempre |prima )*(?:la mia|il mio|conferma|a me|mia)|senza (?:chiedermi|(?:la )?mia (?:autorizzazione|approvazione|conferma)|il mio (?:ok|permesso))|se (?:hai dubbi|non sei sicur[oa])|passo (?:dopo|per) passo|parlami|dammi sempre|sii (?:breve|conciso|diretto|onesto|critico)|senza (?:emoji|giri di parole)|non (?:usare emoji|scusarti|indovinare|supporre|chiedermi)|niente emoji|dammi del (?:tu|lei)|(?:agisci|lavora)(?:,? [\\p{L}]+){0,4} come un|spiegami (?:tutto|passo)|chiedimi (?:prima|sempre)',
    everywhere: 'in tutti i (?:miei )?(?:progetti|repo\\p{L}*)|in (?:ogni|qualsiasi) (?:mio )?progetto',
  },
  {
    begins:
      'ik (?:ben (?!bezig|het|klaar|er|nu|aan)|heet|woon|leef|werk (?:als|bij|in|voor|vanuit|op)|kom uit|spreek|studeer|leer|hou van|houd van|hou niet van|haat|prefereer|verkies|eet|drink|rook|rijd|speel|slaap|lijd|slik|neem (?:\\p{L}+ )?(?:medic|pillen)|weet (?:niet veel|weinig)|ken (?:geen|weinig)|kan (?:geen|goed|niet goed)|heb (?:\\d+ jaar|liever|geen ervaring|veel ervaring|een (?:allergie|auto|tuin|diploma)|een hekel)|gebruik (?:altijd|thuis|privé)|verhuisde|ben geboren)|noem me|noem mij|als \\p{L}+ (?:ben|heb) ik',
    me: "ik|mij|me|mijn|m'n|mezelf",
    my: "mijn|m'n",
    things:
      'baas|leidinggevende|manager|mentor|collega(?:.?s)?|volledige naam|naam|achternaam|bijnaam|leeftijd|verjaardag|geboortedatum|huis|woning|appartement|adres|stad|land|telefoon|nummer|mail|e-mail|baan|beroep|baas|salaris|werkgever|bedrijf|hobby|hobbies|lievelings\\p{L}+|favoriete|moedertaal|engels|tijdzone|agenda|laptop|computer|pc|mac|toetsenbord|schermen|monitor(?:en)?|auto|fiets|editor|terminal|vriend(?:en|in)?|familie|gezin|dokter|huisarts|therapeut|buren|buurman|buurvrouw|gezondheid|gewicht|lengte|ogen|rug|hart|religie|geloof|stijl|studie|paspoort|ex(?!\\p{L})|ex-\\p{L}+|schoon\\p{L}+',
    manner:
      'vraag (?:het )?(?:mij|me)|wacht op mijn|zonder (?:mij |me )?(?:te vragen|mijn toestemming)|als je twijfelt|stap voor stap|houd? het kort|wees (?:kort|bondig|direct|eerlijk|kritisch)|(?:geen|zonder) emojis?|verontschuldig je niet|spreek me aan|tutoyeer me|leg (?:me )?(?:alles|het) (?:simpel|stap)|vraag (?:me|mij) (?:eerst|altijd)',
    everywhere: 'in al (?:mijn|de) (?:projecten|repo\\p{L}*)|in elk (?:van mijn )?project',
  },
  {
    begins:
      '(?:ja )?(?:jestem (?!za |pewn|gotow|w trakcie)|nazywam się|mam na imię|mieszkam|żyję|pracuję (?:jako|w|dla|od|z)|pochodzę|mówię|studiuję|uczę się|wolę (?!ten |tę |to )|lubię|nie lubię|kocham|uwielbiam|nienawidzę|nie (?:jem|piję|palę|prowadzę|znam (?:się|dobrze)|umiem)|jem|piję|palę|jeżdżę|gram|śpię|cierpię|choruję|biorę (?:leki|insulin)|zażywam|u[rż]odził[ae]m się|przeprowadził[ae]m|znam (?!ten|to)|mam (?:\\d+ lat|doświadczenie|małe doświadczenie|alergię|samochód|ogród)|u[zż]ywam (?:cmd|zsh|bash|windows|mac|linux|vim|zawsze|w domu)|czasami rozmawiam|(?:do|na) moim)|mów (?:do )?mi|zwracaj się|do mnie zwracaj|jako [\\p{L} ]{3,40} (?:jestem|wolę|mam)',
    me: 'ja|mnie|mi|mną|mój|moja|moje|moi|mojego|mojej|moim|moich|mam|jestem|choruję|cierpię|biorę|zażywam|mogę|noszę',
    my: 'mój|moja|moje|moi|mojego|mojej|moim|moją|moich',
    things:
      'szef\\p{L}*|kierowni\\p{L}+|przełożon\\p{L}+|koleg(?:a|i|ę)|koleżank(?:a|i|ę)|współpracowni\\p{L}+|imię|nazwisko|pseudonim|wiek|urodziny|data urodzenia|dom|domow\\p{L}+|mieszkanie|adres|miasto|kraj|telefon|numer|mail|e-mail|praca|zawód|szef\\p{L}*|pensja|firma|hobby|ulubion\\p{L}+|język ojczysty|angielski|strefa czasowa|kalendarz|laptop|komputer\\p{L}*|pc|mac|klawiatura|monitory?|samochód|auto|rower|edytor|terminal\\p{L}*|przyjaci\\p{L}+|rodzin\\p{L}+|lekarz\\p{L}*|terapeut\\p{L}+|sąsia\\p{L}+|zdrowie|waga|wzrost|oczy|plecy|serce|religia|wiara|styl|studia|paszport|pesel|był[ya]|teści\\p{L}+',
    manner:
      '(?:za)?pytaj mnie|czekaj na moj[ąe]|bez (?:pytania mnie|mojej (?:zgody|akceptacji))|jeśli (?:nie jesteś pew\\p{L}+|masz wątpliwości)|krok po kroku|bądź (?:zwięzły|zwięzła|konkretn\\p{L}+|szczer\\p{L}+|krytyczn\\p{L}+)|pisz (?:krótko|zwięźle)|bez (?:emoji|emotikon|lania wody)|nie (?:używaj emoji|przepraszaj|zgaduj|zakładaj|halucynuj)|wyjaśniaj (?:mi )?(?:wszystko|krok)|pytaj mnie|najpierw mnie (?:pytaj|zapytaj)',
    everywhere:
      'we wszystkich (?:moich )?(?:projektach|repozytoriach|repo)|w każdym (?:moim )?(?:projekcie|repo\\p{L}*)',
  },
  {
    begins:
      'меня зовут|зови(?:те)? меня|называй меня|мне (?:\\d+ (?:лет|год)|нравится (?!эт|как)|не нравится (?!эт|как)|больше нравится)|я (?:живу|родил\\p{L}+|переехал\\p{L}*|работаю (?!над)|учусь|изучаю|говорю|знаю (?!что|как|это)|не знаю|плохо знаю|умею|не умею|люблю|не люблю|обожаю|ненавижу|предпочитаю (?!эт)|ем|не ем|пью|не пью|курю|не курю|вожу|играю|сплю|страдаю|болею|принимаю (?:\\p{L}+ )?(?:лекарств|таблет|инсулин)|замужем|женат|разведен\\p{L}*|вегетариан\\p{L}+|веган\\p{L}*|новичок|студент\\p{L}*|программист\\p{L}*|разработчи\\p{L}+|дизайнер|врач|учител\\p{L}+|инженер\\p{L}*|левша|из \\p{L}+|пользуюсь|(?:обычно|всегда) (?:использую|пользуюсь|работаю|пишу))|у меня (?:есть )?(?:\\p{L}+ )?(?:аллерги|диабет|мак|мас|mac|windows|linux|ноутбук|компьютер|машина|дом|опыт|\\d+ лет опыта|день рождения|стаж|астма|figma)',
    me: 'я|мне|меня|мной|мо[йяеёи]|моего|моей|моих|моим|мою|моему',
    my: 'мо[йяеёи]|моего|моей|моих|моему|моим|мою',
    things:
      'начальни\\p{L}+|руководител\\p{L}+|наставни\\p{L}+|коллег\\p{L}+|имя|фамилия|прозвище|возраст|день рождения|дата рождения|дом|квартир\\p{L}+|адрес|город|стран\\p{L}+|телефон|номер|почт\\p{L}+|работа|профессия|начальни\\p{L}+|зарплат\\p{L}+|компания|хобби|любим\\p{L}+|родной язык|английский|часовой пояс|календарь|ноутбук\\p{L}*|компьютер\\p{L}*|комп|мак|клавиатур\\p{L}+|монитор\\p{L}*|машин\\p{L}+|велосипед|редактор|терминал|друг|друзья|подруг\\p{L}+|семь\\p{L}+|врач|терапевт|психолог|сосед\\p{L}*|здоровье|вес|рост|глаза|спина|сердце|религия|вера|стиль|учёба|паспорт|быв\\p{L}+|тёщ\\p{L}+|тесть|свекров\\p{L}+|свёкор',
    manner:
      'спрос[иь]\\p{L}* (?:у )?меня|жди моего|без моего (?:разрешения|согласия|подтверждения|одобрения|ведома)|если (?:не уверен|сомневаешься|есть вопросы)|пошагово|шаг за шагом|сначала (?:спроси|подумай|объясни)|не делай (?:ничего )?лишнего|думай|будь (?:краток|кратк\\p{L}+|честен|честн\\p{L}+|критич\\p{L}+)|пиши (?:кратко|коротко)|без (?:эмодзи|смайлов|воды)|не (?:используй эмодзи|извиняйся|гадай|предполагай|выдумывай|галлюцинируй)|обращайся (?:ко мне|на)|на «?(?:ты|вы)»?(?!\\p{L})|объясняй (?:мне )?(?:всё|все|просто|пошагово)|спрашивай меня',
    everywhere:
      'во всех (?:моих )?(?:проектах|репозиториях|репах)|в (?:любом|каждом) (?:моём |моем )?(?:проекте|репозитории)',
  },
  {
    begins:
      'jag (?:är (?!inne|klar|med på|på väg)|heter|bor|lever|jobbar (?:som|på|i|för|hos|hemifrån)|arbetar (?:som|på|i|för)|kommer från|talar|pratar|pluggar|studerar|lär mig|gillar|gillar inte|älskar|hatar|föredrar (?!den|det)|tycker (?:inte )?om|äter|dricker|röker|kör|spelar|sover|lider|tar (?:\\p{L}+ )?(?:medicin|insulin|tablett)|kan (?:inte|inget|bara|bra)|vet inte mycket|flyttade|föddes|har (?:\\d+ års|en allergi|allergi|lite erfarenhet|ingen erfarenhet|aldrig|bil|trädgård)|använder (?:alltid|hemma|mac|windows|linux))|kalla mig|som \\p{L}+ (?:är|har) jag',
    me: 'jag|mig|mej|min|mitt|mina',
    my: 'min|mitt|mina',
    things:
      'chef|mentor|kollegor|kollega|namn|efternamn|smeknamn|ålder|födelsedag|hem(?!\\p{L})|lägenhet|hus|adress|stad|land|telefon|nummer|mejl|mail|jobb|yrke|chef|lön|arbetsgivare|företag|hobby|favorit\\p{L}*|modersmål|engelska|tidszon|kalender|dator|laptop|mac|tangentbord|skärmar|bil|cykel|editor|terminal|vän|vänner|familj|läkare|terapeut|granne|grannar|hälsa|vikt|längd|ögon|rygg|hjärta|religion|tro|stil|studier|pass|ex(?!\\p{L})|ex-\\p{L}+|svär\\p{L}+',
    manner:
      'vänta på mitt|utan (?:att fråga mig|mitt godkännande)|om du är osäker|steg för steg|fatta dig kort|var (?:kortfattad|direkt|ärlig|kritisk)|(?:inga|utan) emojis?|be inte om ursäkt|gissa inte|förklara (?:allt|steg)|fråga mig (?:först|alltid)',
    everywhere: 'i alla (?:mina )?(?:projekt|repon)|i varje (?:av mina )?projekt',
  },
  {
    begins:
      'jeg (?:er (?!i gang|færdig|ferdig|enig|ved)|hedder|heter|bor|lever|arbejder (?:som|på|i|for|hos)|jobber (?:som|på|i|for|hos)|kommer fra|taler|snakker|studerer|lærer|kan (?:ikke|godt) lide|liker|elsker|hader|hater|foretrækker|foretrekker|spiser|drikker|ryger|røyker|kører|kjører|spiller|sover|lider|tager medicin|tar medisin|kan ikke|flyttede|flyttet|har (?:\\d+ års|allergi|en allergi|lidt erfaring|lite erfaring|aldrig|aldri|bil|have|hage)|bruger altid|bruker alltid)|kald mig|kall meg',
    me: 'jeg|mig|meg|min|mit|mitt|mine',
    my: 'min|mit|mitt|mine',
    things:
      'chef|sjef|leder|mentor|kolleg(?:a|er)|navn|efternavn|etternavn|kælenavn|alder|fødselsdag|bursdag|hjem|lejlighed|leilighet|hus|adresse|by|land|telefon|nummer|mail|e-post|job|jobb|erhverv|yrke|chef|sjef|løn|lønn|firma|hobby|yndlings\\p{L}+|favoritt?\\p{L}*|modersmål|morsmål|engelsk|tidszone|tidssone|kalender|computer|pc|datamaskin|bil|cykel|sykkel|ven|venn|venner|veninde|familie|læge|lege|terapeut|nabo|helbred|helse|vægt|vekt|højde|ryg|rygg|hjerte|religion|tro|stil|pas|pass|kone|mand|mann|samboer|kæreste|kjæreste|datter|døtre|døtrene|søn|sønn|sønner|barn|børn|mor|far|bror|søster|forældre|foreldre|hund|kat|katt|bedstemor|bestemor|eks(?!\\p{L})|sviger\\p{L}+',
    manner:
      'vær (?:kort|kortfattet|direkte|ærlig|kritisk)|fat dig i korthed|(?:ingen|uden|uten) emojis?|undskyld ikke|gæt ikke|gjett ikke|forklar (?:alt|trin|steg)|spørg mig|spør meg',
    everywhere: 'i alle (?:mine )?(?:projekter|prosjekter|repoer)|i hvert (?:af mine )?projekt',
  },
  {
    begins:
      '(?:minä )?(?:olen (?!valmis|samaa mieltä)|nimeni|asun|elän|työskentelen|olen töissä|puhun|opiskelen|opettelen|pidän|en pidä|tykkään|en tykkää|rakastan|vihaan|syön|en syö|juon|en juo|poltan|ajan|pelaan|nukun|kärsin|sairastan|synnyin|muutin|osaan|en osaa)|minulla on (?:\\p{L}+ )*(?:diabetes|allergia|astma|kokemusta|koira|kissa|lasta|vaimo|auto)|kutsu minua',
    me: 'minä|minua|minun|minulla|minulle|olen|mulla|mä',
    my: 'minun|mun',
    things: '\\p{L}+ni',
    manner:
      'ole (?:lyhyt|suora|rehellinen)|vastaa lyhyesti|ilman emojeja|älä (?:käytä emojeja|pyytele anteeksi|arvaa)|kysy minulta',
    everywhere: '(?:kaikissa|jokaisessa) (?:minun )?projekt\\p{L}+',
  },
  {
    begins:
      '(?:benim )?adım|bana .{2,30} (?:de|diye hitap et|diyebilirsin)|ben(?:im)? (?:bir )?[\\p{L} ]{2,40}(?:yım|yim|yum|yüm|ım|im|um|üm)(?= ?[.,!;]|$)',
    me: 'ben|\\p{L}+yemiyorum|benim|bana|beni|bende|\\p{L}+(?:yım|yim|yum|yüm|hastasıyım|jim|ıyorum|iyorum|uyorum|üyorum)',
    my: 'benim',
    things: '\\p{L}+(?:ım|im|um|üm)',
    manner:
      'kısa (?:tut|yaz|konuş)|emoji kullanma|özür dileme|tahmin etme|varsayma|adım adım (?:açıkla|anlat)|önce bana sor|bana (?:sen|siz) diye',
    everywhere: '(?:tüm|bütün|her) (?:projelerim\\p{L}*|projede|projelerde)',
  },
];

/** Turkish says the person at the end of a verb. */
export const turkishOwn =
  /(?<!\p{L})(?:yaşıyorum|oturuyorum|çalışıyorum|seviyorum|sevmiyorum|severim|sevmem|nefret ediyorum|tercih ederim|tercih ediyorum|konuşuyorum|bilmiyorum|biliyorum|öğreniyorum|okuyorum|yemem|yemiyorum|içmem|içmiyorum|taşındım|doğdum|hastasıyım|evliyim|bekarım|kullanıcısıyım)(?=$| ?[.,!;])|(?<!\p{L})(?:karım|kocam|eşim|kızım|oğlum|annem|babam|kardeşim|ablam|abim|ağabeyim|çocuğum|çocuklarım|torunum|bebeğim|kedim|köpeğim|nişanlım|sevgilim|dedem|anneannem|babaannem|teyzem|amcam|dayım|halam|kuzenim|ailem|kayınvalidem|doktorum|doğum günüm|evim|telefonum|mesleğim|patronum|anadilim|bilgisayarım|arkadaşım|alerjim|astımım|migrenim|tansiyonum)\p{L}{0,6}(?!\p{L})/u;
