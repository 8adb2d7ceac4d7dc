/**
 * Beginnings of words for illnesses, treatments and states of the body, by language: what says something of a person's
 * health wherever it stands. Words that programs and economies have too (health, depression, virus) are not among them.
 */
const stems = `
  diabet|insulin|asthma|asma|astma|epilep|schizo(?:phren|fren)|esquizofren|skitsofren|şizofren|bipolar disorder|bipolare störung|trouble bipolaire
  le(?:uk|uc)[aäe]{1,2}mi|lösemi|białaczk|chemotherap|chimioth[ée]rap|quimioterap|chemioterap|kemoterap|cellgift|solunsalpaaja
  dialys|dialysis|diálisis|dialisi|hemodialy|alzheimer|parkinson(?!['’]s law|sche)|dementia|demenz|démence|demencia|demenza|demência|dementie|demencj
  multiple[rn]? s[ck]leros|sclérose en plaques|esclerosis múltiple|sclerosi multipla|esclerose múltipla|stwardnieni
  autis[mt]|aspergers?|adh[ds](?!\\p{L})|tdah(?!\\p{L})|hiv(?!\\p{L})|vih(?!\\p{L})|hepatit|tub[ei]rc?ulos|tuberkul|crohn|c(?:o)?eliac|zöliak|celíac|celiach|celiakia
  endometrio|migrain|migräne|migraña|emicrani|enxaquec|migren|arthrit|artrit|fibromyalg|anorex|bulimi|hypertens(?!or)|hipertens|ipertens
  psychiat|psiquiat|psichiat|psykiat|psikiyat|psychotherap|psicoterap|psykoterap|antidepress|antidepres
  clinical depression|depressive (?:episode|disorder)|postnatal depression|burn-?out syndrom
  miscarriage|fehlgeburt|fausse couche|aborto espontáneo|pregnan|schwanger|enceinte(?! de)|embarazad|incinta|grávida|zwanger|ciąż|gravid|raskaan|hamile
  tumou?r|metasta[st]|herzinfarkt|schlaganfall|heart attack|crise cardiaque|infarto|infarct|infarkt|hartaanval|zawał|udar mózgu
  breast cancer|lung cancer|skin cancer|prostate cancer|cancer (?:diagnosis|treatment|patient)|brustkrebs|lungenkrebs|hautkrebs|krebsdiagnos|krebserkrank
  cancer du|cáncer de|cancro al|câncer de|borstkanker|longkanker|rak piersi|rak płuc|bröstcancer|brystkræft|brystkreft|rintasyöpä|meme kanser
  blood pressure|bluthochdruck|hypertension artérielle|presión arterial|pressione alta|pressão arterial|bloeddruk|nadciśnieni|blodtryck|blodtryk|verenpain|tansiyon
  allergic to|(?:nut|milk|egg|food|pollen|shellfish|wheat|dust|penicillin) allerg|peanut allerg|allergi(?:e|sch) gegen|allergie (?:aux?|à)|alergia (?:a|al|ao|à)(?!\\p{L})|allergique (?:à|aux)|alérgic[oa] (?:a|al)|allergic[oa] (?:a|al|alle)|allergisch voor|uczulon|allergisk
  (?:laktose|lactose|fru[kc]tose|histamin|gluten)[ -]?intoleran|wheelchair user|schwerbehinder|behinderungsgrad|handicapé|discapacidad|disabilità|chronic pain|chronische schmerzen
  диабет|астм|эпилеп|шизофрен|онкологи|химиотерап|беремен|вич(?!\\p{L})|аллерги|мигрен|инсульт|инфаркт|гипертони|психиатр|инвалидност|туберкул|аутизм|рак (?:груди|л[её]гк|кожи|желудка|простаты)`;

/** Scripts without spaces have no beginnings of words, nor has a compound: "Nussallergie". */
const anywhere =
  '(?<=\\p{L})allergi|糖尿病|哮喘|喘息|癌症|乳がん|肺がん|胃がん|肺癌|乳腺癌|胃癌|抑郁症|抑鬱症|うつ病|双相情感|癫痫|癲癇|てんかん|高血压|高血圧|怀孕|懷孕|妊娠中|艾滋|过敏体质|花粉症|アレルギー体質|精神科|心療内科|白血病|化疗|抗がん剤|自闭症|自閉症|統合失調|精神分裂|透析|당뇨|천식|우울증|조현병|고혈압|임신 중|백혈병|항암|자폐|간질|알레르기가';

const list = stems
  .trim()
  .split('\n')
  .map((line) => line.trim())
  .join('|');

export const health = () => new RegExp(`(?<!\\p{L})(?:${list})\\p{L}{0,12}|${anywhere}`, 'giu');
