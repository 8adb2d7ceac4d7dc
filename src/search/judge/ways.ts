import { namesLeft } from './agreement.ts';
import { replacedIn } from './instead.ts';
import { isFormOf } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { isDoubtful, isOfSpeaker, type Profile } from './profile.ts';

/** Where the speaker works, or goes to work. */
const work =
  /(?:^| )(?:work|office|commute|arbeite|büro|pendle|travaille|bureau|trabajo|oficina|lavoro|ufficio|trabalho|escritório|werk|kantoor|jobbar|kontoret|pracuję|biur(?:ze|o|a)|работаю|офисе?|ofis(?:inde|te|i)?|çalışıyorum)(?= |$)|オフィス|職場|会社|勤務|通勤|働い|働き|通っ|通い|办公室|辦公室|上班|工作|사무실|출근|일해|일하/u;
/** What the speaker does regularly to get there, and by what. */
const taking =
  /(?:^| )(?:take|catch|ride|nehme|prends|tomo|cojo|prendo|apanho|pego|neem|tar|jeżdżę|езжу)(?= )|[てでに行乗去乘坐]|가요|갑니다|다녀/u;
const vehicle =
  /(?:^| )(?:train|bus|ferry|tram|metro|subway|shinkansen|zug|tren|treno|trem|comboio|autocarro|autobus|autobús|trein|tåget|bussen|pociągiem|поезд|поезде|электричке)(?= |$)|電車|新幹線|バス|地铁|火车|高铁|班车|기차|버스|지하철/u;
const commuting = /(?:^| )(?:commute|pendle)(?= )|通勤|通って|通い|출근/u;

const isWay = (said: string) => commuting.test(said) || (taking.test(said) && vehicle.test(said));

/**
 * Whether a statement says that the speaker works in another place than the one to which an older one says a regular way: "I
 * work in Kyoto now, not in Osaka", "I take the 7:42 train to Osaka on weekdays".
 */
export function leavesWay(text: string, newer: Profile, older: Profile): boolean {
  const areOwn = [newer, older].every(
    (one) => !one.asks && !isDoubtful(one) && !one.cues.has('past') && !one.cues.has('other'),
  );
  const isOwn = (one: Profile) => isOfSpeaker(one.said) || isUnspaced(one.said) || one.script >= 0;
  if (!areOwn || ![newer, older].every(isOwn) || !work.test(newer.said) || !isWay(older.said)) return false;
  if (isUnspaced(older.said) && /た$/u.test(older.said)) return false;
  const left = [...namesLeft(text, newer), replacedIn(newer) ?? []].flat();
  const words = older.said.split(' ');
  return left.some((name) => words.some((word) => isFormOf(name, word) || (isUnspaced(word) && word.includes(name))));
}
