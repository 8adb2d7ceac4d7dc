"""Situations, our own pairs and controls, templates and real statements -> labelled pairs."""
import glob
import gzip
import hashlib
import json
import os
import random
import re

ENDS, REPEATS, CONTINUES, UNRELATED = 0, 1, 2, 3

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = os.environ.get('JUDGE_SHARED', os.path.join(HERE, '../../../shared'))
# The first network was trained before there were situations in these languages.
UNSEEN_LANGUAGES = ('id', 'th')

def digest(text):
    return int(hashlib.sha1(text.encode()).hexdigest(), 16)


def situations():
    rows = []
    for path in sorted(glob.glob(f'{SHARED}/truth/pairs/pairs-*.jsonl')):
        for line in open(path, encoding='utf8'):
            row = json.loads(line)
            rows.append(dict(row, lang=row['id'].split('-')[0]))
    return rows


def pairs_of(s):
    """(older, newer, label, weight, kind) of a situation."""
    rows = [(s[a], s[b], ENDS, 1.0 if a == 'old' else 0.7, 'ends') for a in ('old', 'repeat') for b in ('change', 'change2')]
    rows += [(s['old'], s['repeat'], REPEATS, 1.0, 'repeats'), (s['repeat'], s['old'], REPEATS, 0.7, 'repeats')]
    for kind, label in (('adds', CONTINUES), ('notyet', CONTINUES), ('other', UNRELATED)):
        rows += [(s['old'], s[kind], label, 1.0, kind), (s['repeat'], s[kind], label, 0.5, kind)]
    rows += [(s['adds'], s['old'], CONTINUES, 0.5, 'adds'), (s['other'], s['old'], UNRELATED, 0.5, 'other')]
    return rows + [(s['other'], s['change'], UNRELATED, 0.5, 'other'), (s['adds'], s['other'], UNRELATED, 0.3, 'other')]


def cells(path):
    lines = open(path, encoding='utf8').read().split('\n')
    return [[cell.strip() for cell in line.split(' | ')] for line in lines if line.strip() and not line.startswith('#')]


def is_kept(text):
    """Half of our own statements are for measuring alone."""
    return digest(text) % 2 == 1


def own_changes(kept):
    """data/changes.txt: (lang, older, newer, question, kind or ''). A kind is on one side in all languages."""
    rows = [(*row, '')[:5] for row in cells(f'{HERE}/data/changes.txt')]
    return [row for row in rows if is_kept(row[4] or row[1]) == kept]


def own_controls(kept):
    """data/controls.txt: (lang, kind, older, newer, question or '')."""
    rows = [(*row, '')[:5] for row in cells(f'{HERE}/data/controls.txt')]
    return [row for row in rows if is_kept(row[2]) == kept]


CONTROL_LABEL = {'other': UNRELATED, 'project': UNRELATED}


def own_pairs(kept):
    """(older, newer, label, kind, language, group): a group is in one fold"""
    rows = [(a, b, ENDS, 'ends', lang, kind or a) for lang, a, b, _, kind in own_changes(kept)]
    rows += [(a, b, CONTROL_LABEL.get(kind, CONTINUES), kind, lang, a) for lang, kind, a, b, _ in own_controls(kept)]
    return rows + ([] if kept else later_pairs(False))


def later_pairs(kept):
    """data/later.txt and data/fresh.txt, as `own_pairs`."""
    label = lambda kind: ENDS if kind == 'ends' else CONTROL_LABEL.get(kind, CONTINUES)
    rows = cells(f'{HERE}/data/later.txt') + cells(f'{HERE}/data/fresh.txt')
    return [(a, b, label(kind), kind, lang, a) for lang, kind, a, b in rows if is_kept(a) == kept]


def near_own(texts):
    """Of each of our own newer statements for training the three nearest older ones of its language that are not its own."""
    import numpy as np

    own, found = own_pairs(False), []
    for language in sorted({row[4] for row in own}):
        rows = [row for row in own if row[4] == language]
        similar = texts.encode([row[1] for row in rows]) @ texts.encode([row[0] for row in rows]).T
        for i, (_, newer, _, _, _, group) in enumerate(rows):
            # A change of one home may well end another.
            others = [j for j in np.argsort(-similar[i]) if rows[j][5] != group][:3]
            found += [(rows[j][0], newer, UNRELATED, 'near', language, group) for j in others]
    return found


def own_training(texts):
    return own_pairs(False) + near_own(texts)


FOLDS = 3


def fold_of(group):
    """The fold of a group of our own pairs, or of a situation of an unseen language by its state."""
    return digest(f'fold {group}') % FOLDS


def probes():
    read = lambda name: cells(f'{SHARED}/probes/sets/{name}.txt')
    sets = {name: [(row[0], row[1], row[2]) for row in read(name)] for name in ('updates', 'negation')}
    return {**sets, 'identity': [(row[0], row[1], row[2]) for row in read('identity')]}


def is_for_verdict(name):
    """A third of the real statements: not for the network, but for what weighs its output."""
    return hashlib.sha1(name.encode()).digest()[0] % 3 == 0


def real_statements(for_verdict):
    """Observations and durable sentences of labelled turns; a repository is on one side."""
    found = []
    for sample in json.load(open(f'{SHARED}/eval/locomo-observations-dev.json')):
        found += [m['content'] for m in sample['memories'] if is_for_verdict(m['content']) == for_verdict]
    for line in gzip.open(f'{SHARED}/capture/labelled/turns.jsonl.gz'):
        turn = json.loads(line)
        if is_for_verdict(turn['repo']) == for_verdict:
            found += [d['text'] for d in turn['durable'] if not d.get('ends') and 12 <= len(d['text']) <= 200]
    return list(dict.fromkeys(found))


def chat_sentences(limit):
    """What people say in chats (RealMem): mostly no statements."""
    found = []
    for person in json.loads(gzip.open(f'{SHARED}/eval/realmem-dev.json.gz').read()):
        for turn in (turn for session in person['sessions'] for turn in session['turns'] if turn.startswith('User: ')):
            sentences = [part.strip() for part in re.split(r'(?<=[.!?])\s+|\n', turn[6:])]
            found += [part for part in sentences if 25 <= len(part) <= 160 and not part.endswith('?')]
    found = list(dict.fromkeys(found))
    random.Random(5).shuffle(found)
    return found[:limit]


def near_pairs(statements, encode, near, seed=3):
    """Each statement with the nearest of the others, as (older, newer)."""
    import numpy as np

    vectors = encode(statements)
    rows, rng = [], random.Random(seed)
    for start in range(0, len(statements), 512):
        similar = vectors[start : start + 512] @ vectors.T
        for i in range(len(similar)):
            similar[i, start + i] = -1
            for j in np.argsort(-similar[i])[:near]:
                if similar[i, j] < 0.97 and statements[start + i][:30] != statements[j][:30]:
                    rows.append((statements[j], statements[start + i]))
    rng.shuffle(rows)
    return rows
