import { stemmer } from '@orama/stemmers/finnish';
import type { Language } from './language.ts';

export const FINNISH: Language = {
  name: 'Finnish',
  code: 'fi',
  stopWords:
    'ja tai mutta että jos kun koska vaan sekä mikä mitä minkä missä mistä mihin milloin miten miksi kuka kenen ketä kenelle kumpi mitkä minä minun minua minulla minulle minut sinä sinun sinua sinulla hän hänen häntä hänellä se sen sitä siinä siitä sillä ne niiden niitä me meidän meitä meillä meille te teidän he heidän heillä tämä tämän tätä tässä nämä tuo nuo joka jonka jota jossa jotka ei en et emme ette eivät ole on olen olet olemme ovat oli olin olivat olla ollut olisi voi voin voida pitää täytyy saa aina vain myös jo vielä niin hyvin paljon enemmän kaikki kaikkien muu muut joku jotain jokin itse kanssa ilman jälkeen ennen asti kohti takana vieressä noin sitten nyt täällä siellä',
  asking: 'selitä selittää kerro kertoa sano näytä kuvaile kiitos voisitko voitko tiedätkö tarkoittaa',
  letters: 'äö',
  endings: /(?:ssa|ssä|sta|stä|lla|llä|lta|ltä|lle|ksi|nen|iin|aan|ään|een|mme|nsa|nsä|tään|taan)$/,
  stem: stemmer,
  compounds: true,
  agglutinates: true,
  irregularForms: `
mennä menen menee meni menin
tulla tulen tulee tuli
tehdä teen tekee teki tein tehnyt
nähdä näen näkee näki
syödä syön syö söi syödään söimme
juoda juon juo joi
lukea luen lukee luki
nukkua nukun nukkuu
ottaa otan otti
antaa annan antoi
ostaa ostan osti
asua asun asuu asui
juosta juoksen juoksee juoksi
kirjoittaa kirjoitan kirjoitti
lentää lennän lentää lensi lento
käsi käden käteni kädessä
vesi veden vettä
lapsi lapsen lasta lapset lapsia
mies miehen miestä`,
  time: {
    months:
      'tammikuu\\p{L}* helmikuu\\p{L}* maaliskuu\\p{L}* huhtikuu\\p{L}* toukokuu\\p{L}* kesakuu\\p{L}* heinakuu\\p{L}* elokuu\\p{L}* syyskuu\\p{L}* lokakuu\\p{L}* marraskuu\\p{L}* joulukuu\\p{L}*',
    weekdays:
      'sunnuntai\\p{L}* maanantai\\p{L}* tiistai\\p{L}* keskiviik\\p{L}* torstai\\p{L}* perjantai\\p{L}* lauantai\\p{L}*',
    days: 'tanaan eilen|eilisilta toissapaivana',
    units:
      'paiva|paivaa|paivana viikko|viikkoa|viikolla|viikon viikonloppu|viikonloppuna kuukausi|kuukautta|kuussa|kuukauden vuosi|vuotta|vuonna|vuoden',
    numbers: 'yksi kaksi kolme nelja viisi kuusi seitseman kahdeksan yhdeksan kymmenen',
    last: 'viime',
    this: 'talla|tassa|tana',
    ago: ['', 'sitten'],
    others: 'huomenna|askettain|lahtien|ensi|kevaalla|kesalla|syksylla|talvella',
    when: 'milloin|koska|kuinka kauan|mina vuonna|missa kuussa',
    doing:
      'nayta|tapahtu\\p{L}+|tein|teimme|tehtiin|teki\\p{L}*|tehnyt|paatettiin|paatimme|paatin|puhuttiin|puhuimme|keskustel\\p{L}+|opin|opimme|sanoin|sovittiin|sovimme|muistiinpan\\p{L}+|asiat|asioita|muistot|uutta|lista|yhteenveto',
  },
  ends: {
    after: 'asti|saakka',
    expires: 'vanhenee|paattyy|umpeutuu|eraantyy',
    tomorrow: 'huomenna',
    next: 'ensi',
    endAfter: 'loppuun',
    passing:
      'loma\\p{L}+|matkoilla|matkalla|sairaana|sairaslomalla|poissa|etatoissa|kylassa|vieraita|paivystys|aika|tapaaminen|kokous|demo|koe|lento|kiinni|suljettu|hotelli\\p{L}*|konferenssi\\p{L}*|tyomatka\\p{L}*',
    never: 'siirre\\p{L}*|lykat\\p{L}*|joka|aina|paivittain|yleensa|usein|syntymapaiva\\p{L}*|jos|pitaa|taytyy',
    past: 'olin|olit|oli|olimme|olivat|\\p{L}{3,}(?:in|imme|ivat)(?<!ihin|hin|ksin)|(?:olen|olemme|on) (?:asunut|ollut|tyoskennellyt|asuneet)',
  },
  tasks: {
    left: 'tekematta|viela teh\\p{L}+|teh\\p{L}+ viela|taytyy tehda|pitaa tehda|en ole (?:viela )?tehnyt',
    finished: '(?:olen|olemme) (?:jo )?(?:tehnyt|tehneet)|jo (?:tehty|tehnyt|valmi\\p{L}+)',
    open: 'avoin\\p{L}*|avoim\\p{L}+|kesken\\p{L}*|jaljella',
    done: 'tehty|tehdyt|tehtyja|valmi\\p{L}+',
    dropped: 'perut\\p{L}+|hylat\\p{L}+',
    task: 'tehtav\\p{L}+|asia\\p{L}*|lista',
  },
};
