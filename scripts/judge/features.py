"""What a pair of statements shows beside its alignment; src/search/judge/profile.ts computes the same numbers."""
import functools
import os
import re
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
LEXICON = os.path.join(HERE, '../../src/search/judge/cues.lexicon')
# It declares the patterns.
PROFILE = os.path.join(HERE, '../../src/search/judge/profile.ts')
UNSPACED = re.compile('[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]')
CLASSES = [line.split(': ', 1) for line in open(LEXICON, encoding='utf8').read().strip().split('\n')]
NAMES = [name for name, _ in CLASSES]


def _is_word_char(c):
    return unicodedata.category(c)[0] in 'LNM'


def _spaced(text):
    plain = unicodedata.normalize('NFKC', text).lower()
    return ' ' + ''.join(c if _is_word_char(c) else ' ' for c in plain) + ' '


def _squeezed(text):
    return re.sub(' +', ' ', _spaced(text))


def _index():
    whole, begins, parts, around = {}, [], [], []
    for number, (_, phrases) in enumerate(CLASSES):
        for phrase in phrases.split('|'):
            starred = phrase.endswith('*')
            plain = _squeezed(phrase.rstrip('*')).strip()
            if plain == '':
                continue
            if UNSPACED.search(plain):
                parts.append((plain, number))
            elif starred:
                begins.append((' ' + plain, number))
            elif ' ~ ' in phrase:
                around.append((*plain.split(' '), number))
            else:
                whole.setdefault(plain, set()).add(number)
    return whole, begins, parts, around


WHOLE, BEGINS, PARTS, AROUND = _index()
WIDEST = 4
LONGEST_PHRASE = max(len(phrase.split(' ')) for phrase in WHOLE)


with open(PROFILE, encoding='utf8') as file:
    DECLARED = dict(re.findall(r"^const (\w+) =\s+(?:/(?!/)|new Set\(')(.*?)(?:/g?u|'\.split\(' '\)\));$", file.read(), re.M))
ASKING, MONTH, TARIFF, TARIFF_OF = (re.compile(DECLARED[name]) for name in ('asking', 'month', 'tariff', 'tariffOf'))
PASSIVE = set(DECLARED['passive'].split())
CHANGES = {NAMES.index('change'), NAMES.index('end')}


def _is_change(word):
    begun = {number for start, number in BEGINS if f' {word}'.startswith(start)}
    return not CHANGES.isdisjoint(WHOLE.get(word, set()) | begun)


def _without_passive(said):
    words = said.split(' ')
    following = words[1:] + ['']
    return ' '.join(w for w, after in zip(words, following) if not (w in PASSIVE and _is_change(after)))


@functools.lru_cache(None)
def profile(text):
    """Cues, words and numbers of a text, and whether it asks."""
    said = _squeezed(text)
    tokens = said.split()
    cues = set()
    cued = _without_passive(TARIFF_OF.sub(' ', TARIFF.sub(' ', MONTH.sub(r' \1 ', said))))
    parts = cued.split()
    for i in range(len(parts)):
        for j in range(i + 1, min(len(parts), i + LONGEST_PHRASE) + 1):
            cues |= WHOLE.get(' '.join(parts[i:j]), set())
    cues |= {number for start, number in BEGINS if start in cued}
    for first, last, number in AROUND:
        if any(token == first and last in parts[i + 1 : i + 1 + WIDEST] for i, token in enumerate(parts)):
            cues.add(number)
    if UNSPACED.search(cued):
        cues |= {number for part, number in PARTS if part in cued}
    words, numbers = set(), set()
    for token in tokens:
        if any(c.isdecimal() for c in token):
            numbers.add(token)
        elif UNSPACED.search(token):
            words |= {token[k : k + 2] for k in range(max(1, len(token) - 1))}
        elif len(token) > 3:
            words.add(token[:6])
    names = set()
    raw = re.findall(r'\S+', unicodedata.normalize('NFKC', text))
    for k, word in enumerate(raw):
        bare = re.sub(r'^[\W_]+|[\W_]+$', '', word)
        is_name = len(bare) > 1 and (any(c.isupper() for c in bare[1:]) or (k > 0 and bare[0].isupper()))
        if is_name and raw[k - 1][-1] not in '.!?:':
            names.add(bare.lower()[:6])
    return cues, words, numbers, names, bool(ASKING.search(text.rstrip())), said.strip(), _script(said)


# The scripts by which a judgement is calibrated, in the order of their numbers; Latin has none.
SCRIPTS = [
    re.compile('[\u0400-\u04ff]'),
    re.compile('[\u3040-\u30ff]'),
    re.compile('[\uac00-\ud7af]'),
    re.compile('[\u4e00-\u9fff]'),
    re.compile('[\u0590-\u0e7f]'),
]


def _script(said):
    return next((number for number, pattern in enumerate(SCRIPTS) if pattern.search(said)), -1)


def _common(a, b):
    count = 0
    while count < min(len(a), len(b)) and a[count] == b[count]:
        count += 1
    return count


def _share(a, b):
    return len(a & b) / len(a) if a else 0.0


def features(older, newer, cosine):
    """Numbers of a pair; `cosine` of the two texts' vectors."""
    cues_a, words_a, numbers_a, names_a, asks_a, said_a, _ = profile(older)
    cues_b, words_b, numbers_b, names_b, asks_b, said_b, script = profile(newer)
    row = [float(k in cues_b) for k in range(len(NAMES))] + [float(k in cues_a) for k in range(len(NAMES))]
    me, we, other, denial = (NAMES.index(name) for name in ('me', 'we', 'other', 'not'))
    own = lambda cues: (me in cues or we in cues) and other not in cues
    begins = _common(said_a, said_b)
    shorter = min(len(said_a), len(said_b))
    ends = min(_common(said_a[::-1], said_b[::-1]), shorter - begins)
    row += [
        _share(words_a, words_b),
        _share(words_b, words_a),
        _share(names_a, names_b),
        _share(names_b, names_a),
        float(bool(names_a) and bool(names_b) and not names_a & names_b),
        float(bool(numbers_a) and bool(numbers_b) and not numbers_a & numbers_b),
        float(bool(numbers_a & numbers_b)),
        float(bool(numbers_b - numbers_a)),
        float(own(cues_a) and own(cues_b)),
        float(own(cues_a) != own(cues_b)),
        float((other in cues_b) and (other not in cues_a)),
        float((denial in cues_a) != (denial in cues_b)),
        float(asks_b),
        float(asks_a),
        cosine,
        begins / max(1, len(said_a)),
        (begins + ends) / max(1, len(said_a)),
        (begins + ends) / max(1, len(said_b)),
        min(len(said_a), 120) / 120,
        min(len(said_b), 120) / 120,
    ]
    return row + [float(script == k) for k in range(len(SCRIPTS))]


COUNT = 2 * len(NAMES) + 20 + len(SCRIPTS)
