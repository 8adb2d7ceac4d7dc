/** Statements of Ukrainian, Arabic, Hindi, Indonesian and Vietnamese speakers about themselves, in lower case. */

const edge = '(?<![\\p{L}\\p{M}])';
const end = '(?![\\p{L}\\p{M}])';
const all = (source: string) => new RegExp(source, 'u');

/** Family and pets of the speaker. */
export const furtherFamily: readonly RegExp[] = [
  all(
    `${edge}(?:мо[яїюєй]{1,2}|мій|мого|моєму|моїм|моїх|моєї|наш[аіу]?|у мене(?: є)?|у нас(?: є)?|маю) (?:\\p{L}+ ){0,2}?(?:дружин|чоловік|син|доньк|донечк|дочк|мам[аиуі]|мати|матір|тат[оау]|батьк|брат|сестр|бабус|дідус|дитин|дітей|діти|кіт|кішк|собак|пес|онук|тітк|дядьк|наречен|хлопець|дівчин|родин)`,
  ),
  all(
    `${edge}[وف]?(?:زوجتي|زوجي|ابني|ابنتي|بنتي|أولادي|أطفالي|أمي|أبي|والدي|والدتي|أخي|أختي|إخوتي|جدتي|جدي|عائلتي|أسرتي|خطيبتي|خطيبي|قطتي|كلبي)${end}`,
  ),
  all(
    `${edge}(?:मेर[ाीे]|हमार[ाीे]) (?:[\\p{L}\\p{M}]+ ){0,2}?(?:पत्नी|पति|बेट[ाीे]|बच्च[ाीेों]{1,2}|माँ|मां|माता|पिता|पापा|भाई|बहन|दाद[ाी]|नान[ाी]|परिवार|कुत्ता|बिल्ली|मंगेतर)`,
  ),
  all(
    `${edge}(?:istri|suami|anak|putra|putri|ibu|ayah|bapak|kakak|adik|nenek|kakek|keluarga|orang ?tua|tunangan|pacar|kucing|anjing) (?:(?:laki-laki|perempuan|pertama|kedua|bungsu|sulung) )?(?:saya|aku|kami)${end}`,
  ),
  all(
    `${edge}(?:vợ|chồng|con(?: trai| gái| trai đầu| gái út)?|mẹ|bố|ba|má|anh trai|chị gái|em trai|em gái|bà|ông|gia đình|bạn gái|bạn trai|mèo|chó) (?:của )?(?:tôi|mình)${end}`,
  ),
];

/** Their health, whoever else is named. */
export const furtherHealth: readonly RegExp[] = [
  // The verb alone says that it is the speaker's.
  all(
    `${edge}(?:(?:no|não) tolero|non tollero|ne (?:tolère|digère|supporte) pas|(?:no puedo|não posso) comer|non posso mangiare) (?:\\p{L}{1,3}[ '])?(?:la[ct]t|lait|le[ci]|gl[uú]t|noix|noci|noz|nuez|nuec|man[ií]|caca|arach|amend|huev|ovo|œuf|uov|marisc|crust|frut)`,
  ),
  all(
    `${edge}(?:у мене|я|мені|мене|мій|моя|маю) .{0,30}(?:діабет|астм|алергі|епілепс|мігрен|депрес|рак${end}|тиск|операці|вегетаріан|веган|дальтон|глух|сліп|інвалід|вагітн|хвор|аутис|целіакі)|${edge}(?:погано чую|погано бачу|не їм (?:м.яс|риб|глютен))`,
  ),
  all(
    `${edge}(?:أنا (?:مصابة?|مريضة?|نباتية?|حامل|أصم|صماء|كفيفة?)|أعاني من|عندي (?:حساسية|سكري|ربو|صداع|ضغط)|لدي (?:حساسية|سكري|ربو|صداع|ضغط)|لا آكل)`,
  ),
  all(
    `${edge}(?:मुझे|मेर[ाीे]|मैं|मैंने) .{0,30}(?:मधुमेह|डायबिटीज|अस्थमा|दमा|एलर्जी|मिर्गी|माइग्रेन|अवसाद|कैंसर|बीपी|शाकाहारी|वेजिटेरियन|वीगन|कलर ?ब्लाइंड|बहर[ाी]|गर्भवती|बीमारी)`,
  ),
  all(
    `${edge}(?:saya|aku) .{0,25}(?:diabetes|asma|alergi|epilepsi|migrain|depresi|kanker|darah tinggi|hamil|vegetarian|vegan|buta warna|tuli|disleksia|sakit)${end}`,
  ),
  all(
    `${edge}(?:tôi|mình) .{0,20}(?:tiểu đường|hen|dị ứng|động kinh|đau nửa đầu|trầm cảm|ung thư|cao huyết áp|mang thai|ăn chay|mù màu|khiếm thính|bị (?:bệnh|đau))`,
  ),
];

/** Who they are, live, like and know, and how to answer them. */
export const furtherOwnStatements: readonly RegExp[] = [
  all(
    `^(?:(?:до речі|також|і|але|запам'ятай)[,:]? )*(?:мене звати|називай мене|я (?:живу|мешкаю|народи(?:вся|лась|лася)|переїха(?:в|ла)|працюю (?!над)|вчусь|вчуся|навчаюсь|люблю|не люблю|ненавиджу|надаю перевагу|волію|не їм|не п'ю|за фахом|програмую|не програміст|з \\p{Lu}?\\p{L}+(?=$|[.,])|(?:дизайнер|розробни|студент|вчител|медсестр|лікар|юрист|інженер|тестувальни|менеджер|новач|початків)\\p{L}*|вегетаріан\\p{L}+)|мені \\d+ (?:років|роки|рік)|мені подоба)`,
  ),
  all(
    `${edge}(?:відповідай|пояснюй|пиши|говори|розмовляй|звертайся)(?: (?:зі |до )?(?:мені|мною|мене))?(?: (?:завжди|все|всё))? .{0,15}(?:українською|англійською|російською|коротко|просто|простими|докладно|детально|на «?(?:ти|ви))|${edge}(?:відповідай|пояснюй) мені|${edge}спитай мене|без емодзі`,
  ),
  all(
    `^(?:اسمي|نادني|أسكن|أعيش|أنا من|ولدت|عمري|أحب|أكره|أفضل|أفضّل|لا أحب|أعمل (?:ك|في|لدى|من)|أتعلم|أدرس|أنا (?:مهندسة?|مطورة?|طالبة?|معلمة?|طبيبة?|ممرضة?|مصممة?|محامية?|مبتدئة?|جديدة?|لست))`,
  ),
  all(
    `${edge}(?:أجبني|أجب|جاوبني|رد|اكتب لي|اشرح|تحدث|خاطبني|كلمني)${end}.{0,25}(?:بال(?:عربية|إنجليزية|فرنسية)|باختصار|ببساطة|خطوة|قصير|مختصر)|${edge}(?:اشرح لي|أجبني|خاطبني|اسألني)${end}|دون إيموجي|بدون إيموجي|قبل أن تسألني|دون أن تسألني`,
  ),
  all(
    `${edge}मेर[ाीे] (?:नाम|उम्र|जन्मदिन|घर|शहर|नौकरी|कंपनी|बॉस|लैपटॉप|मातृभाषा|दोस्त)|${edge}मैं .{0,40}(?:में रहत[ाी]|से हूँ|से हूं|का रहने वाला|की रहने वाली|काम करत[ाी] (?:हूँ|हूं)|पसंद करत[ाी]|सीख रह[ाी] (?:हूँ|हूं)|(?:डॉक्टर|नर्स|डेवलपर|डिज़ाइनर|डिजाइनर|इंजीनियर|छात्रा?|शिक्षक|शिक्षिका|वकील|मैनेजर|नया|नई) (?:हूँ|हूं))|${edge}मुझे .{0,30}पसंद`,
  ),
  all(
    `${edge}(?:हिंदी|हिन्दी|अंग्रेज़ी|अंग्रेजी|आसान भाषा|सरल भाषा) में .{0,15}(?:जवाब|समझा|बात|बता|लिख)|${edge}मुझे .{0,25}(?:समझाओ|समझाना|समझाएं|जवाब दो|जवाब देना|बताओ)|${edge}(?:जवाब|उत्तर) .{0,15}(?:छोट|संक्षिप्त)`,
  ),
  all(
    `${edge}(?:nama|umur|usia|tempat tinggal|pekerjaan|hobi|ulang tahun|bahasa ibu|laptop|bos|atasan) saya${end}|^(?:saya|aku) (?:tinggal|lahir|berasal|pindah ke|bekerja (?:sebagai|di)|kuliah|belajar|baru belajar|suka|tidak suka|benci|lebih suka|alergi|(?:seorang )?(?:perawat|dokter|guru|desainer|mahasiswa|pengembang|programmer|insinyur|pemula|pengacara|manajer))${end}|panggil saya`,
  ),
  all(
    `${edge}(?:jawab|balas|jelaskan|terangkan|tulis)\\p{L}* (?:\\p{L}+ ){0,3}?(?:saya|dalam bahasa|dengan bahasa|singkat|sederhana)${end}|jawaban (?:yang )?(?:singkat|pendek)|tanpa emoji`,
  ),
  all(
    `^(?:tôi|mình) (?:tên|là (?!người dùng)|sống|ở|sinh|đến từ|chuyển (?:đến|về)|làm (?:việc )?(?:ở|tại|nghề)|thích|không thích|ghét|học|mới học|đang học|ăn chay|không (?:ăn|uống|biết|rành))${end}|tên (?:của )?tôi|gọi tôi là|${edge}(?:trả lời|giải thích|nói|viết)(?: cho| với)? tôi|(?:trả lời|giải thích|nói|viết) .{0,15}bằng tiếng|câu trả lời ngắn|không dùng emoji`,
  ),
];
