import { fold } from './fold.ts';

/** Words that say little about a text's topic. They are indexed only in texts that have hardly any other words. */
const ENGLISH = `
a an the this that these those
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves
who whom whose which what when where why how
am is are was were be been being isn't aren't wasn't weren't
do does did doing don't doesn't didn't
have has had having haven't hasn't hadn't
can could will would shall should may might must
can't cannot couldn't won't wouldn't shouldn't mustn't
i'm i've i'll i'd you're you've you'll you'd he's he'll he'd she's she'll she'd it's it'll
we're we've we'll we'd they're they've they'll they'd that's there's here's what's who's where's how's let's
and or but nor so yet if then else because as than though although while until unless whether
of to in on at by for from with without about into onto over under up down out off
between through during before after above below against again further once
not no yes only own same such too very just also even still
all any both each few more most other some every either neither
here there now ever
`;

/** Function words of Chinese and Japanese that are separate words. */
const EAST_ASIAN =
  '的 了 是 在 我 你 他 她 它 们 和 与 也 都 就 不 有 这 那 吗 呢 吧 啊 です ます でした ました する した して いる ある こと もの これ それ あれ から まで など';

/** Of Arabic, Persian, Hindi and Ukrainian, whose memories count as being in no language. */
const OTHERS = `
في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين أن إن كان كانت هو هي هم نحن أنا أنت ما ماذا هل لا لم لن قد أو ثم كل حتى عند
که در از با به برای این آن است را و یا تا هم اما ولی من ما شما تو او آنها هر هیچ شد شده شود میشود کرد کردم کنم کن کنیم کنید باشد
بود نیست باید اگر چه چی چیه فقط همه دیگر یک روی توی بیا خوب
है हैं था थी थे का की के को में से पर और यह वह मैं हम आप तो भी नहीं क्या एक कर
і й та у в на з із до від за що як це цей ця той не але або чи я ти він вона ми ви вони
`;

/** Words of questions and requests that memories do not answer with: "what kinds of", "according to", "explain". */
const QUESTIONS = 'many much kind kinds type types according ever explain please';

export const STOP_WORDS: ReadonlySet<string> = words(`${ENGLISH} ${EAST_ASIAN} ${fold(OTHERS)}`);
export const QUESTION_WORDS: ReadonlySet<string> = words(QUESTIONS);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}
