import { once } from '../../base/once.ts';

// Short statements that hold, in languages whose words the European patterns lack: by language, in the order person
// (health, family, taste), schedule, place or kind of a thing, decision, standing rule.

const patterns = once(() =>
  [
    // Vietnamese
    '^(?:(?:mình|em) (?:tên|sống ở|làm ở|làm việc) |(?:tôi|mình) (?:ghét|không thích)|(?:dự án|ứng dụng|trang web)(?: này)? (?:được )?(?:viết|xây dựng) (?:bằng|trên) \\S+|(?:bản )?(?:sao lưu|backup) .{0,40}(?:mỗi|hàng) |tôi (?:bị |có )?(?:dị ứng|tiểu đường|mù màu|cận thị|ăn chay|không (?:ăn|uống)|sinh (?:năm|ngày)|sống|làm việc)|(?:con (?:gái|trai)|vợ|chồng|mẹ|bố|em (?:gái|trai)|anh trai|chị gái|chó|mèo) (?:của )?tôi|(?:chúng tôi|chúng ta|nhóm|cả nhóm|máy chủ|server) .{0,60}(?:hàng (?:ngày|tuần|tháng)|(?:mỗi|vào) (?:ngày|tuần|tháng|thứ|sáng|tối|đêm|chủ nhật))|(?:máy chủ|cơ sở dữ liệu|kho mã|tài liệu|văn phòng) .{0,30}(?:nằm ở|đặt ở|chạy trên|ở|là) \\S+|(?:chúng tôi|chúng ta|nhóm) (?:đã )?(?:quyết định|thống nhất|chốt))(?![\\p{L}\\p{M}])|luôn (?:luôn )?(?:viết|dùng|trả lời|chạy|hỏi)',
    // Thai
    '^(?:(?:ฉัน|ผม|ดิฉัน)(?:ชื่อ|แพ้|เป็น|ไม่(?:กิน|ดื่ม|ชอบ)|กินมังสวิรัติ|ตาบอดสี|ถนัดมือซ้าย|อาศัย|อยู่ที่|ทำงาน|ชอบ|ใช้|เลี้ยง|มีลูก|เกิด)|(?:ลูก(?:สาว|ชาย)|ภรรยา|สามี|แม่|พ่อ|พี่|น้อง|แมว|หมา)(?:ของ)?(?:ฉัน|ผม|ดิฉัน)|หัวหน้าของ|(?:ฉัน|ผม)เกลียด|(?:เรา|ทีม|เซิร์ฟเวอร์|ประชุม|แบ็กอัป|สำรองข้อมูล).{0,60}ทุก(?:วัน|สัปดาห์|เดือน|คืน|เช้า|เย็น)|(?:เซิร์ฟเวอร์|ฐานข้อมูล|โค้ด|เอกสาร|ออฟฟิศ|เว็บ|โปรเจกต์).{0,30}(?:อยู่ที่|อยู่ใน|ตั้งอยู่|คือ|ใช้|เขียนด้วย|รันบน)|(?:เรา|ทีม)(?:ได้)?(?:ตัดสินใจ|ตกลง)|เราใช้|(?:ต่อไปนี้|จากนี้ไป|ตั้งแต่นี้))|(?:เสมอ|เด็ดขาด|ทุกครั้ง|ตลอดไป)(?:นะ|ครับ|ค่ะ)?$',
    // Arabic
    '^(?:(?:لدي|عندي|أعاني من) حساسية|أنا لا (?:آكل|أشرب)|لا (?:آكل|أشرب)|(?:ابنتي|ابني|زوجتي|زوجي|أمي|أبي|أختي|أخي|قطتي|كلبي)|أ(?:سكن|عيش|عمل) (?:في|ب)|أكره .{2,60}|(?:هذا |مشروعنا |ال)(?:المشروع|التطبيق|مشروع|تطبيق)? ?(?:مكتوب|مكتوبة|مبني|مبنية) ب.{2,40}|ن\\p{L}{2,10} .{0,40}كل (?:يوم|أسبوع|شهر|ليلة|صباح)|(?:الخادم|خادم|النسخ|اجتماعنا|الاجتماع|قاعدة) .{2,50}(?:كل (?:يوم|أسبوع|ليلة)|موجودة? في)|(?:لقد )?(?:قررنا|اتفقنا))(?![\\p{L}\\p{M}])',
    // Hindi
    '^(?:मुझे .{2,30} से (?:एलर्जी|परहेज़) है|मैं .{2,20} नहीं (?:खा|पी)त[ाी]|मैं \\S{2,20} हूँ, .{3,60}|(?:यह|हमारा) (?:प्रोजेक्ट|ऐप|वेबसाइट) .{2,40} (?:में|पर) (?:लिखा|बना|बनी) (?:है|हुआ है)|मेर[ेीा] (?:बेटी|बेटा|बेटे|पत्नी|पति|माँ|पिता|बहन|भाई|कुत्ता|कुत्ते|बिल्ली)|(?:हम|हमारी|हमारा|टीम|सर्वर|बैकअप) .{0,40}हर (?:दिन|रोज़|हफ़्ते|हफ्ते|महीने|रात|सुबह|शाम|\\p{L}[\\p{L}\\p{M}]{1,6}वार)|(?:\\S{1,20} )?(?:सर्वर|डेटाबेस|कोड|दफ़्तर|ऑफिस|रिपॉज़िटरी) .{1,40}(?:(?:में|पर) (?:है|चलता|रखा)|है))(?![\\p{L}\\p{M}])|(?:फ़ैसला|फैसला|निर्णय) (?:किया|लिया)|^हमने .{2,60} तय (?:किया|कर)|(?<![\\p{L}\\p{M}])कभी .{1,40}(?:मत|न|नहीं) कर',
    // Indonesian
    '^(?:saya \\p{Lu}\\p{Ll}+, .{3,60}|(?:proyek|aplikasi|situs)(?: ini| kami)? (?:ditulis|dibuat|dibangun) (?:dengan|pakai|menggunakan|di atas) .{2,40}|saya (?:benci|alergi|tidak (?:makan|minum|suka)|vegetarian|tinggal|lahir|punya (?:anak|kucing|anjing))|(?:anak|istri|suami|ibu|ayah|kakak|adik|kucing|anjing) (?:perempuan |laki-laki )?saya|(?:kami|kita|tim|server|rapat|backup|cadangan) .{0,50}(?:setiap|tiap) (?:hari|minggu|bulan|malam|pagi|senin|selasa|rabu|kamis|jumat|sabtu)|(?:basis data|database|server|repo|kantor|dokumentasi) (?:kami|kita) .{2,60}|(?:kami|kita|tim) (?:sudah |telah )?(?:memutuskan|sepakat))(?!\\p{L})',
    // Turkish
    "alerjim var|^(?:ben )?\\p{Lu}[\\p{L} ]{1,30}['’][dt][ae] (?:oturuyorum|yaşıyorum|çalışıyorum)[.]?$|kullanıyoruz, .{2,20} değil[.]?$|^bu (?:proje|uygulama|site) .{2,40} (?:yazıldı|yazılmıştır|yazılı)[.]?$|nefret ederim[.]?$|^(?:ben )?[^.!?]{2,30} (?:yemem|içmem|yemiyorum|içmiyorum)[.]?$|^(?:kızım|oğlum|eşim|karım|kocam|annem|babam|kardeşim|kedim|köpeğim)(?!\\p{L})|^(?:\\p{L}+ )?her (?:gün|gece|sabah|akşam|hafta|ay|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)(?: \\p{L}+){1,6}(?:[ıiuü]yoruz|[ıiuü]yor|[ae]r[ıi]z|[ıiuü]r[ıiuü]z|[ae]r|[ıiuü]r)[.]?$|^(?:\\p{L}+ )?(?:sunucu|veritabanı|depo|ofis|doküman|belge|kod)\\p{L}* .{2,40}['’][dt][ea][.]?$|^\\p{L}+(?:[ıiuü]m[ıiuü]z) [\\p{Lu}\\p{Lt}][\\p{L}\\p{N} .+#-]{1,30}$|(?:karar (?:verdik|aldık)|kararlaştırdık|anlaştık)[.]?$",
    // Polish
    '^(?:mam (?:alergię|uczulenie|cukrzycę|psa|kota|syna|córkę)|nie (?:jem|piję)|(?:moja (?:córka|żona|mama|siostra)|mój (?:syn|mąż|tata|brat|pies|kot))|\\p{L}+my(?: się)? .{0,40}(?:w każd[yąe]|co) \\p{L}+|(?:spotkanie|zebranie|kopia|backup) .{0,40}(?:w każd[yąe]|co) \\p{L}+|(?:serwer|baza|repozytorium|dokumentacja|biuro|kod)(?: \\p{L}+)? (?:stoi|jest|działa|leży|znajduje się|mieści się) (?:w|we|na|pod) \\S+|(?:ten |nasz )?(?:projekt|program|aplikacja|strona) (?:jest |został[ay]? )?(?:napisan[ya]|zbudowan[ya]|zrobion[ya]) (?:w|na) \\S+.*|nie (?:lubię|znoszę) .{3,60}|(?:postanowiliśmy|zdecydowaliśmy|ustaliliśmy|uzgodniliśmy))(?!\\p{Ll})',
    // Korean
    '알레르기가 있|(?:싫어해요?|싫어합니다|싫어요|질색이에요)[.]?$|^(?:우리|저희|팀|서버|회의|백업)(?:는|은|가|이)? ?매(?:일|주|월|년)? ?(?:밤|아침|저녁)?.{0,30}(?:돌아갑니다|돌아가요|실행됩니다)[.]?$|채식(?:주의자)?(?:예요|이에요|입니다|해요)|(?:못|안) (?:먹|마셔|마십)|^(?:제|내|우리) (?:딸|아들|아내|남편|엄마|아빠|어머니|아버지|동생|형|누나|언니|오빠|고양이|강아지)(?:은|는|이|가)|^(?:우리|저희|팀|서버|회의|백업).{0,40}매(?:주|일|월|달|년|번).{0,30}(?:합니다|해요|한다|있습니다|있어요|됩니다|돼요|돕니다)|^(?:저|나|제)(?:는|가) .{1,20}(?:살아요|삽니다|일해요|근무합니다)|기로 (?:결정|했|정했|합의)',
    // Chinese
    '^我(?:不喜欢|讨厌|受不了).{2,40}$|^我(?:对.{1,8}过敏|不吃|不喝|吃素|患有|住在|来自)|^我(?:的|家的?)?(?:女儿|儿子|妻子|老婆|丈夫|老公|妈妈|爸爸|姐姐|妹妹|哥哥|弟弟|狗|猫)(?:叫|在|是|今年|生日|喜欢)|^(?:我们|团队|服务器|例会|备份).{0,20}每(?:周|天|月|晚|日|年|个).{1,24}$|^(?:测试|生产|预发|线上|开发|正式)(?:服务器|环境|库|集群|机)?(?:在|位于|部署在|跑在|放在).{2,40}$|^我们(?:已经|昨天|最后)?(?:决定|商定|说好)',
    // Japanese
    'アレルギー(?:が?(?:あります|ある|です)|持ちです)|(?:は|が|を)(?:食べ(?:られ)?|飲め|飲み)ま?せん|(?:が|は|、)(?:大)?(?:好き|嫌い|苦手)(?:です|だ)?。?$|^[^、。]{1,8}です、.{2,40}(?:しています|です|います)。?$|(?:プロジェクト|アプリ|サイト)は.{2,40}(?:で|を使って)(?:書かれて|作られて|できて)い(?:ます|る)。?$|^(?:私の)?(?:上司|同僚|妻|夫|娘|息子|部長|社長)の名前は.{1,20}(?:です|だ)。?$|^(?:バックアップ|会議|定例|デプロイ|リリース)は(?:毎週|毎日|毎晩|毎月|毎朝).{1,30}|^(?:娘|息子|妻|夫|母|父|兄|弟|姉|妹|猫|犬)(?:は|の)|^(?:毎週|毎日|毎晩|毎月|毎朝|毎年).{1,30}(?:します|しています|です|あります|されます|行います)。?$|ことに(?:決め|し|なり)(?:ました|た)。?$|に(?:決まりました|決定しました|決めました)。?$',
  ].map((one) => new RegExp(one, 'iu')),
);

/** What asks, or reports a fault, is no such statement. */
const noStatement =
  /[?？؟]|ไหม|หรือ(?:ยัง|เปล่า)|ทำไม|พัง|ไม่ทำงาน|(?:吗|呢)$|해 ?(?:줘|주세요)|(?:क्यों|क्या)(?![\p{L}\p{M}])/u;

/** Whether a clause is such a statement. */
export function saysPlainlyWorldwide(clause: string): boolean {
  return patterns().some((one) => one.test(clause)) && !noStatement.test(clause);
}
