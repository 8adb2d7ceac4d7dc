import { stemmer } from '@orama/stemmers/turkish';
import { fold } from '../fold.ts';
import type { Language } from './language.ts';
import { turkishRoots } from './turkish-roots.ts';

export const TURKISH: Language = {
  name: 'Turkish',
  code: 'tr',
  stopWords:
    've veya ya ile ama fakat çünkü ki de da mi mı mu mü ne neden niye niçin nasıl nerede nereye nereden neresi kim kimin kime kimi hangi hangisi kaç ne kadar ben beni bana bende benden benim sen seni sana senin o onu ona onda ondan onun biz bizi bize bizim siz sizi size sizin onlar onları onların bu bunu buna bunun bunlar şu şunu her hep hiç bir biri birkaç çok daha en az gibi için göre kadar sonra önce beri üzere var yok değil olan olarak oldu olmuş olur olmak oldum idi ise artık sadece bile hem bazı bütün tüm kendi kendim kendisi başka aynı diye şey şimdi burada orada zaman',
  asking:
    'hakkında bilgi ver açıkla açıklar açıklamak söyle söyler göster anlat lütfen teşekkürler misin mısın musun biliyor demek yarar işe nedir',
  letters: 'ğışçöüİ',
  endings:
    /(?:lar|ler|iyor|uyor|ıyor|üyor|yorum|yoruz|mak|mek|dım|dim|tım|tim|dık|dik|ların|lerin|ları|leri|ımız|imiz|umuz|ümüz|nda|nde|sında|sinde|ında|inde|lık|lik|luk|daki|deki|acak|ecek|mış|miş)$/,
  stem: (word) => root(stemmer(lower(word))),
  otherStems: turkishRoots,
  agglutinates: true,
  endsAtApostrophe: true,
  time: {
    months:
      "ocak['’]?\\p{L}* subat['’]?\\p{L}* mart['’]?\\p{L}* nisan['’]?\\p{L}* mayis['’]?\\p{L}* haziran['’]?\\p{L}* temmuz['’]?\\p{L}* agustos['’]?\\p{L}* eylul['’]?\\p{L}* ekim['’]?\\p{L}* kasim['’]?\\p{L}* aralik['’]?\\p{L}*",
    weekdays:
      'pazar(?!tesi)\\p{L}* pazartesi\\p{L}* sali\\p{L}* carsamba\\p{L}* persembe\\p{L}* cuma(?!rtesi)\\p{L}* cumartesi\\p{L}*',
    days: 'bugun|bu_aksam dun|dun_aksam|dun_gece evvelsi_gun|onceki_gun',
    units: 'gun|gunu hafta|haftasi hafta_sonu ay|ayin yil|sene',
    numbers: 'bir iki uc dort bes alti yedi sekiz dokuz on',
    last: 'gecen|son|onceki',
    this: 'bu',
    ago: ['', 'once'],
    others: 'yarin|gecenlerde|beri|gelecek|ilkbahar\\p{L}*|yazin|sonbahar\\p{L}*|kisin',
    when: '.*\\bne zaman|kac yilinda|hangi (?:yil|ay|gun)|saat kacta|ne kadar sure',
    doing:
      'goster|oldu|olan\\p{L}*|yapt\\p{L}+|yapild\\p{L}+|karar(?:lastir\\p{L}*)?|verdik|aldik|verdim|aldim|konustu\\p{L}+|tartisti\\p{L}+|calisti\\p{L}+|ogrendi\\p{L}+|soyledi\\p{L}+|notlar\\p{L}*|olaylar\\p{L}*|seyler|anilar\\p{L}*|yeni|liste\\p{L}*|ozet\\p{L}*|kaydetti\\p{L}+',
  },
  ends: {
    after: '(?:(?:tarihine|gunune|gunu|ayina) )?kadar|dek',
    expires: 'sona er\\p{L}+|bitiyor|doluyor',
    tomorrow: 'yarin',
    next: 'gelecek|onumuzdeki|haftaya',
    endAfter: 'sonuna',
    passing:
      'izin\\p{L}*|tatil\\p{L}*|seyahat\\p{L}*|hasta|hastayim|disinda|evden|misafir\\p{L}*|nobet\\p{L}*|randevu\\p{L}*|toplanti\\p{L}*|demo|sinav\\p{L}*|ucus\\p{L}*|kapali|otel\\p{L}*|konferans\\p{L}*',
    never:
      'ertelen\\p{L}*|her|hep|daima|genellikle|cogu zaman|dogum gunu|eger|gerek\\p{L}*|lazim|teslim\\p{L}*|bitir\\p{L}*',
    past: '\\p{L}+(?:d|t)[iu](?:m|k|ydim)?|\\p{L}+ydi\\p{L}?|\\p{L}+ydim|idi\\p{L}?',
  },
  tasks: {
    left: 'yapilacak\\p{L}*|yapmad\\p{L}+|yapmam(?:iz)? (?:gereken|lazim)|yapilmasi gereken',
    finished: '(?:simdiye kadar|zaten|simdiden) (?:neler? )?yap\\p{L}+|neleri? yaptim',
    open: 'acik|kaldi|kalan|bekleyen|bitmemis',
    done: 'yapilan|yapilmis|yaptim|tamamlanan|tamamlandi|biten|bitmis',
    dropped: 'iptal|vazgecilen',
    task: 'gorev\\p{L}*|isler?|liste',
  },
};

const lower = (word: string) => word.replaceAll('i̇', 'i');

/** One consonant of those that change before a vowel: kitap and kitabı, köpek and köpeği, ağaç and ağacı, kanat and kanadı. */
function root(stem: string): string {
  const folded = fold(stem);
  return folded.length < 3
    ? folded
    : folded.replace(/[bcdg]$/, (letter) => ({ b: 'p', c: 'c', d: 't', g: 'k' })[letter]!);
}
