/** A memory of the fixed store: a note, or what was said in a session so many minutes after its beginning. */
export interface Kept {
  key: string;
  text: string;
  session?: string;
  minute?: number;
}

const notes: Record<string, string> = {
  // Several notes share the words of a question; one has all of them.
  ferryOslo: 'The night ferry to Oslo leaves from pier four, and the cabin with a window costs forty euros more.',
  ferry: 'Ferry, ferry: Jonas draws the ferry to Oslo, the Oslo ferry.',
  oslo: 'Oslo has a new library at the harbour. In Oslo we stayed with Mette.',
  cabin: 'The cabin in the woods has no water. The cabin key hangs behind the cabin door.',
  boilerService:
    'Before the winter the boiler in the basement has to be serviced by the chimney sweep from Hadley Road.',
  boiler: 'The boiler hums in winter, the boiler drips in winter, the boiler!',
  winterTyres: 'Winter tyres are in the shed. Winter comes early here, says every winter the neighbour.',
  violin: 'Ines restrings her violin with gut strings from Mantua before every concert in the chapel.',
  strings: 'Strings of lights, strings of beads, strings of onions: the market sells strings of everything.',
  chapel: 'The chapel has a leaking roof, and the chapel choir meets on Mondays beside the chapel garden.',
  compost: 'Coffee grounds go into the compost behind the greenhouse, never into the sink in the kitchen.',
  coffee: 'Kitchen coffee, kitchen coffee: Ruth sells coffee for the kitchen.',
  greenhouse: 'The greenhouse heats itself. A greenhouse pane broke, the greenhouse glazier is called Tobin.',
  // The words of a question are together in one, apart in the other.
  redDoor:
    'The workshop with the red door belongs to the cooper, who repairs barrels for the brewery in spring and autumn.',
  doorRed: 'Whoever opens a door at the mill finds dust, sacks, mice and red flour bins.',
  blackTea:
    'Aunt Vera drinks black tea with lemon when the guests have gone home and the plates are dried and put away.',
  teaBlack: 'Stefan bought tea, rice, candles, matches and black thread.',
  oldBridge:
    'They meet on Sundays under the old bridge where the canal bends to the north and the barges wait for the lock.',
  bridgeOld: 'Trolls, goats, a bridge, meadows, hunger: such an old tale.',
  glassBowl:
    'Grandmother left the glass bowl with the blue rim to Henrik, who keeps screws and buttons from the attic in it.',
  bowlGlass: 'A bowl, two forks, salt, pepper, bread, glass jars.',
  goldRing: 'Somebody found a gold ring behind the radiator in room nine.',
  ringGold: 'The ring road is closed until the trams run again, and the new line is shown in gold.',
  silverSpoon: 'The silver spoon for the christening is engraved with three letters.',
  spoonSilver: 'A spoon was bent in the drawer that sticks, beside the candlestick of tarnished silver.',
  // One is long and speaks of it in several places.
  diary:
    'The journey began with rain. We packed the lanterns, the maps and the two tents, and left the valley by the eastern road with the mules. ' +
    'By noon the clouds had lifted and the shepherds waved from the slopes; somebody had painted a cross on the rock where the spring comes out of the ground. ' +
    'Marta bargained for cheese, and the boy who sold it asked whether we had seen his uncle, a tall man with a lantern and a limp, who had crossed the pass the week before. ' +
    'The glacier was visible from the second camp. At night it groaned, and nobody slept much, which made the guide laugh and tell stories about avalanches and saints. ' +
    'On the third day the mules refused the ice. We unloaded them and carried everything along the edge of the glacier on our own shoulders until the moraine ended. ' +
    'The guide measured the glacier with a rope, as his father had done, and wrote the number into a small book bound in oilcloth. ' +
    'When we came down the other side, the village was celebrating. They gave us soup, and a bed of straw, and a bell for the lost mule.',
  glacierFilm: 'A film about a glacier runs at the Odeon.',
  guideBook: 'The guide to mushrooms is on the shelf in the hall.',
  minutes:
    'The association met at seven. The treasurer read the accounts, which were approved without a vote, and thanked the donors of the new lockers. ' +
    'Then the pool was discussed: the pump is forty years old, the tiles come loose, and the insurer wants a report before the season begins. ' +
    'Mr Abara offered his van. Several members asked for longer hours on Saturdays, and the caretaker said that he would need an assistant for that. ' +
    'A second quote for the pump of the pool shall be obtained from a firm outside of the county, because the first one seemed high to everybody. ' +
    'The summer fair takes place in June again, with cakes, a raffle and the brass band; Mrs Lind collects the prizes. ' +
    'Before closing, the chair reminded everybody that the pool stays closed until the pump has been replaced and the water tested twice.',
  poolTable: 'The pool table in the bar wobbles.',
  pump: 'The bicycle pump is in the blue bag.',
  // Other languages.
  schluessel: 'Der Ersatzschlüssel für den Keller liegt bei Frau Brandt im zweiten Stock links.',
  keller: 'Keller, Keller, Keller: im Keller ist es kalt, sagt der Hausmeister.',
  brandt: 'Frau Brandt verreist im August nach Usedom.',
  klavier: 'Das Klavier wird jedes Jahr im Februar von Herrn Szabo gestimmt.',
  stimme: 'Die Abstimmung über den Zaun endete mit sieben Stimmen dafür.',
  roterSchal: 'Der rote Schal gehört Lena und hängt im Flur.',
  schalRot: 'Der Schal von Emil ist verschwunden, und die Mütze, die er im Winter trug, war rot.',
  four: 'Le four à pain du village est allumé le premier samedi du mois par Monsieur Carrel.',
  pain: 'Du pain, encore du pain : le pain de seigle, le pain noir, le pain perdu.',
  carrel: 'Monsieur Carrel répare aussi les horloges.',
  vinRouge: 'Le vin rouge de l’oncle Achille se garde dix ans dans la cave voûtée.',
  rougeVin: 'Le vin manquait au mariage, et la robe de la mère du marié était d’un velours rouge.',
  llaves: 'Las llaves del molino las guarda Encarna en una caja de galletas sobre el armario.',
  molino: 'El molino es viejo; el molino no tiene puerta y el molino cruje.',
  encarna: 'Encarna cumple años en noviembre.',
  perro: 'El perro de Bruno tiene miedo de los cohetes y se esconde bajo la escalera.',
  lampada: 'La lampada del corridoio si accende da sola quando passa il gatto di Olga.',
  gatto: 'Il gatto dorme, il gatto mangia, il gatto di nessuno torna la sera.',
  chiave: 'Сестра хранит ключ от дачи в красной банке из-под чая на верхней полке.',
  dacha: 'На даче цветёт сирень. Дача стоит у реки, и дорога к даче размыта.',
  banka: 'Банка с огурцами упала и разбилась.',
  doktor: 'Врач Ольга Павловна принимает по вторникам в поликлинике на Садовой улице.',
  hashi: '田中さんは毎週木曜日に駅前の図書館で古い地図を調べています。',
  toshokan: '図書館は改装中です。図書館の入口は裏にあります。',
  ocha: '祖母の茶碗は京都の小さな店で買ったものです。',
  zhao: '赵老师每个星期五下午在河边的亭子里教孩子们下围棋。',
  weiqi: '围棋比赛改到十月，围棋社的椅子不够，围棋书也不够。',
  tea: '王阿姨把龙井茶放在厨房最上面的柜子里。',
  barco: 'O barco do avô chama-se Gaivota e está no estaleiro de Aveiro para ser pintado.',
  aveiro: 'Em Aveiro chove. O comboio para Aveiro parte às nove.',
};

/** What was said, two minutes apart, by turns. */
const talks: Record<string, string[]> = {
  wedding: [
    'Nora: Have you heard from the florist about the tulips?',
    'Piet: She called this morning. They can only deliver on the day before.',
    'Nora: And the band, did they agree to the price?',
    'Piet: Eight hundred, with the drummer, and they want dinner.',
    'Nora: Where will your parents sleep?',
    'Piet: At the inn next to the station, two nights.',
    'Nora: I still need somebody to drive the bride.',
    'Piet: My cousin Willem has the old Citroën, ask him.',
    'Nora: What about the cake for the wedding?',
    'Piet: Lemon, three layers, from the baker in Zutphen.',
  ],
  boat: [
    'Ove: Did you find out why the engine of the boat stops?',
    'Siri: Water in the fuel. The mechanic pumped everything out.',
    'Ove: How much did that cost?',
    'Siri: Two thousand kroner and a bottle of aquavit.',
    'Ove: When can we sail to Marstrand then?',
    'Siri: The second week of July, if the wind is kind.',
    'Ove: Who looks after the hens in the meantime?',
    'Siri: Our neighbour Britt, she gets the eggs.',
    'Ove: I lost the chart of the archipelago.',
    'Siri: It is under the bunk on the port side.',
  ],
  garden: [
    'Paul: Was wird aus dem Beet hinter der Garage?',
    'Ilse: Dort kommen Himbeeren hin, sechs Stück.',
    'Paul: Und wer gießt im Urlaub?',
    'Ilse: Der Sohn von Familie Kowalski, für fünf Euro am Tag.',
    'Paul: Wann kommt der Gärtner wegen der Hecke?',
    'Ilse: Am Donnerstag um acht, mit dem Häcksler.',
    'Paul: Der Apfelbaum trägt dieses Jahr nicht.',
    'Ilse: Weil im April alles erfroren ist.',
  ],
  shop: [
    'Aya: The shop in Leith needs a new sign over the window.',
    'Rob: I know a painter, she did the one for the fishmonger.',
    'Aya: The rent goes up in spring.',
    'Rob: By how much?',
    'Aya: Ninety pounds a month.',
    'Rob: Then we sell the second till.',
    'Aya: The landlord wants the letter by Friday.',
    'Rob: I will post it tomorrow.',
  ],
  lease: [
    'The lease of the studio ends in May.',
    'The deposit was paid by Karim.',
    'The letter to the owner is signed.',
    'Heating is included.',
  ],
  move: [
    'The deposit at the dairy is for the bottles.',
    'The van was lent by Karim.',
    'The letter of the bank came late.',
    'The carpets are rolled up.',
  ],
};

export const kept: readonly Kept[] = [
  ...Object.entries(notes).map(([key, text]) => ({ key, text })),
  ...Object.entries(talks).flatMap(([session, texts]) =>
    texts.map((text, i) => ({ key: `${session} ${i}`, text, session, minute: 2 * i })),
  ),
];

/** Questions, each with the memories that answer it, the best first. */
export const questions: readonly (readonly [question: string, ...answers: string[]])[] = [
  ['What does the cabin on the ferry to Oslo cost?', 'ferryOslo'],
  ['ferry cabin Oslo', 'ferryOslo', 'ferry'],
  ['Who services the boiler before the winter?', 'boilerService'],
  ['boiler winter chimney', 'boilerService', 'boiler'],
  ['Which strings are on the violin for the concert in the chapel?', 'violin'],
  ['chapel concert strings', 'violin', 'chapel'],
  ['Where do the coffee grounds from the kitchen go?', 'compost'],
  ['kitchen coffee grounds', 'compost', 'coffee'],
  ['Whose workshop has the red door?', 'redDoor'],
  ['red door', 'redDoor', 'doorRed'],
  ['black tea', 'blackTea', 'teaBlack'],
  ['the old bridge', 'oldBridge', 'bridgeOld'],
  ['the glass bowl', 'glassBowl', 'bowlGlass'],
  ['gold ring', 'goldRing', 'ringGold'],
  ['Where is the silver spoon?', 'silverSpoon', 'spoonSilver'],
  ['How did the guide measure the glacier?', 'diary', 'glacierFilm'],
  ['glacier guide', 'diary', 'glacierFilm'],
  ['What did they decide about the pump of the pool?', 'minutes', 'pump'],
  ['pool pump', 'minutes', 'poolTable'],
  ['Wo liegt der Schlüssel für den Keller?', 'schluessel'],
  ['Keller Brandt', 'schluessel', 'brandt'],
  ['Wann wird das Klavier gestimmt?', 'klavier'],
  ['roter Schal', 'roterSchal', 'schalRot'],
  ['Qui allume le four à pain ?', 'four', 'carrel'],
  ['vin rouge', 'vinRouge', 'rougeVin'],
  ['¿Quién guarda las llaves del molino?', 'llaves', 'encarna'],
  ['¿De qué tiene miedo el perro de Bruno?', 'perro'],
  ['Quando si accende la lampada del gatto?', 'lampada', 'gatto'],
  ['Где лежит ключ от дачи?', 'chiave'],
  ['Когда принимает врач Ольга Павловна?', 'doktor'],
  ['田中さんは図書館で何を調べていますか', 'hashi', 'toshokan'],
  ['赵老师什么时候教围棋', 'zhao', 'weiqi'],
  ['Onde está o barco do avô?', 'barco'],
  ['When does the florist deliver the tulips?', 'wedding 1', 'wedding 0'],
  ['What cake is for the wedding?', 'wedding 9', 'wedding 8'],
  ['Why does the engine of the boat stop?', 'boat 1', 'boat 0'],
  ['Who looks after the hens?', 'boat 7', 'boat 6'],
  ['Was kommt in das Beet hinter der Garage?', 'garden 1', 'garden 0'],
  ['Where is the chart of the archipelago?', 'boat 9', 'boat 8'],
  ['Who paid the deposit for the lease of the studio?', 'lease 1', 'lease 0'],
];
