"""Pairs from parallel templates of everyday facts in 21 languages: another value, another subject, another language."""
import glob
import json
import os
import re

from data import CONTINUES, ENDS, REPEATS, SHARED, UNRELATED

FOLDER = f'{SHARED}/encoder-multilingual/student/make2/templates'
# The slots of a template that hold one value at a time.
SINGLE = '''place: t001 t011 t117 t170 t203
job: t002 t122
month: t004 t013 t023 t027 t036 t101 t119 t129 t135 t145 t148 t152 t162 t189 t204
person: t005 t010 t029 t046 t061 t092 t095 t106 t116 t123 t173 t176 t188 t202 t209 t225 t235
day: t006 t016 t032 t042 t059 t062 t082 t109 t113 t124 t125 t128 t140 t147 t174 t180 t205 t214 t215 t240
time: t009 t030 t060 t088 t093 t098 t104 t112 t114 t131 t154 t157 t185 t207
number: t012 t040 t058 t064 t067 t073 t099 t100 t102 t126 t132 t172 t178 t183 t186 t191 t212 t216 t221 t226 t236
relation: t024 t049
color: t034 t045 t107 t139 t155 t156 t234
room: t039 t044 t047 t048 t051 t052
object: t053
food: t068
company: t133 t181
vehicle: t143
language: t151 t200'''
VALUE = {name: slot for line in SINGLE.split('\n') for slot, ids in [line.split(': ')] for name in ids.split()}
# Facts that may be true of several values at once.
PLURAL = dict(
    t054='food', t066='food', t069='food', t071='food', t081='food', t115='language', t130='language', t149='language',
    t165='language', t195='tool', t015='person', t031='animal', t164='food', t079='food', t078='place', t163='company',
    t103='place', t219='person', t137='object',
)
SLOT = re.compile(r'\{(\w+)\}')


def read():
    languages = {}
    for path in sorted(glob.glob(f'{FOLDER}/templates-*.tsv')):
        name = os.path.basename(path)[10:-4]
        rows = [line.rstrip('\n').split('\t') for line in open(path, encoding='utf8') if line.strip()]
        languages[name] = ({row[0]: row[1:] for row in rows}, json.load(open(f'{FOLDER}/slots-{name}.json')))
    return languages


def pairs(count, rng, across=0.3):
    """(older, newer, label, weight, kind)"""
    languages = read()
    english, sizes = languages['en'][0], {slot: len(values) for slot, values in languages['en'][1].items()}

    def fill(language, name, picked):
        templates, slots = languages[language]
        return SLOT.sub(lambda m: str(slots[m[1]][picked[m[1]] % len(slots[m[1]])]), templates[name][0])

    rows = []
    while len(rows) < count:
        first = rng.choice(list(languages))
        second = rng.choice(list(languages)) if rng.random() < across else first
        is_plural = rng.random() < 0.2
        name = rng.choice(list(PLURAL if is_plural else VALUE))
        slot = (PLURAL if is_plural else VALUE)[name]
        a = {each: rng.randrange(size) for each, size in sizes.items()}
        subjects = [each for each in set(SLOT.findall(english[name][0])) & set(SLOT.findall(english[name][1])) if each != slot]
        b, other = dict(a), lambda each: (a[each] + rng.randrange(1, sizes[each])) % sizes[each]
        draw = rng.random()
        if draw < 0.5:
            b[slot] = other(slot)
            label, kind = (CONTINUES, 'plural') if is_plural else (ENDS, 'template')
        elif draw < 0.8:
            if not subjects:
                continue
            b[rng.choice(subjects)] = -1
            b = {each: other(each) if value == -1 else value for each, value in b.items()}
            if rng.random() < 0.6:
                b[slot] = other(slot)
            label, kind = UNRELATED, 'template'
        else:
            label, kind = REPEATS, 'template'
        older, newer = fill(first, name, a), fill(second, name, b)
        if older != newer and fill('en', name, a) != fill('en', name, b) or (label == REPEATS and first != second):
            rows.append((older, newer, label, 0.5, kind))
    return rows
