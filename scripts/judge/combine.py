"""Weighs the network's output with the features of the pair, and sets the two thresholds.

python3 combine.py --encoder FILE --network FILE --out judge.bin. Multinomial logistic regression on pairs that the network
has not seen; every figure on them is cross-validated in five folds.
"""
import argparse

import numpy as np

import data
import features
import model
from texts import Texts

FOLDS, STEPS, DECAY = 5, 200, 1e-2
# What the network says of an end counts this much more than few pairs of our own would make it.
TRUST = 1.0
CLASSES = 4
# Weight of a pair, by its source; plain controls are fewer than changes.
WEIGHTS = dict(own=2.0, controls=6.0, near=1.0, situations=1.5, real=0.1, chat=2.0)
LABELS = dict(ends=data.ENDS, repeats=data.REPEATS, adds=data.CONTINUES, notyet=data.CONTINUES, other=data.UNRELATED)


def scores(texts, network, rows, size=128):
    """What the verdict reads of each pair: log odds of the three outputs, of the same subject, features."""
    texts.prepare([text for row in rows for text in row[:2]])
    out = np.zeros((len(rows), 4 + features.COUNT), np.float32)
    order = sorted(range(len(rows)), key=lambda i: texts.length(rows[i]))
    for start in range(0, len(order), size):
        part = order[start : start + size]
        logits, subject = model.forward(network, texts.batch([rows[i] for i in part]))
        chance = np.clip(model.softmax(logits, np), 1e-6, 1 - 1e-6)
        out[part, :3], out[part, 3] = np.log(chance / (1 - chance)), subject
    for i, (older, newer, *_) in enumerate(rows):
        cosine = float(texts.known[older][1] @ texts.known[newer][1])
        out[i, 4:] = features.features(older, newer, cosine)
    return out


def collected(texts):
    """{source: [(older, newer, label, kind, language, group)]}"""
    own = data.own_pairs(False)
    unseen = [s for s in data.situations() if s['lang'] in data.UNSEEN_LANGUAGES]
    real = lambda statements: [(a, b, data.UNRELATED, 'real', 'en', b) for a, b in data.near_pairs(statements, texts.encode, 8)]
    return dict(
        own=[row for row in own if row[3] == 'ends'],
        controls=[row for row in own if row[3] != 'ends'],
        near=data.near_own(texts),
        situations=[(a, b, LABELS[kind], kind, s['lang'], s['old']) for s in unseen for a, b, _, _, kind in data.pairs_of(s)],
        real=real(data.real_statements(True)),
        chat=real(data.chat_sentences(800))[:4000],
    )


def unseen(texts, network, parts, rows):
    """The rows that one of the networks was trained without, and their scores by it: by the whole one what none has seen."""
    kept, x = [], []
    for number, one in [*enumerate(parts), (None, network)]:
        mine = [row for row in rows if number == (None if row[6] in ('real', 'chat') else data.fold_of(row[5]))]
        kept += mine
        x.append(scores(texts, one, mine).astype(float))
    return kept, np.concatenate(x)


def fit(x, labels, weights):
    """Weights of the standardised inputs by Adam from zero: deterministic. Returns them for the inputs as they are."""
    mean, spread = x.mean(0), x.std(0) + 1e-3
    z, target = np.concatenate([(x - mean) / spread, np.ones((len(x), 1))], 1), np.eye(CLASSES)[labels]
    w = np.zeros((z.shape[1], CLASSES))
    m, v = np.zeros_like(w), np.zeros_like(w)
    for step in range(1, STEPS + 1):
        slope = z.T @ ((model.softmax(z @ w, np) - target) * weights[:, None]) / weights.sum()
        slope[:-1] += DECAY * w[:-1]
        m, v = 0.9 * m + 0.1 * slope, 0.99 * v + 0.01 * slope**2
        w -= 0.1 * (1 - step / STEPS) * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
    plain = w[:-1] / spread[:, None]
    whole = np.concatenate([plain, (w[-1] - mean @ plain)[None]], 0)
    whole[0, data.ENDS] += TRUST
    return whole


def chances(w, x):
    return model.softmax(x @ w[:-1] + w[-1], np)


def interval(hits, count):
    """Wilson, 95 %."""
    if count == 0:
        return 'none'
    share, z = hits / count, 1.96
    middle = (share + z * z / 2 / count) / (1 + z * z / count)
    half = z * np.sqrt(share * (1 - share) / count + z * z / 4 / count**2) / (1 + z * z / count)
    return f'{share:.3f} ({max(0, middle - half):.3f} to {middle + half:.3f}; {hits} of {count})'


def is_cued(newer):
    """Whether a statement says that something changed, ended or was wrong: without that no ending is sure."""
    return any(features.NAMES[number] in ('change', 'end', 'correct') for number in features.profile(newer)[0])


def tells_of_change(newer):
    cues = {features.NAMES[number] for number in features.profile(newer)[0]}
    return is_cued(newer) and not cues & {'plan', 'still', 'quote'}


# What clearly tells of a change needs less, the rest more: nearly as many changes found, half as many chats wrong.
SHIFTS = dict(cued=-0.09, likely=0.11)


def report(name, rows, ends, sureness):
    is_change, languages = np.array([row[2] == data.ENDS for row in rows]), np.array([row[4] for row in rows])
    cued = np.array([is_cued(row[1]) for row in rows])
    clear = np.array([tells_of_change(row[1]) for row in rows])
    for each in ('sure', 'likely'):
        threshold = np.where(clear, sureness['cued'], sureness['likely']) if each == 'likely' else sureness['sure']
        over = (ends > threshold) & (cued if each == 'sure' else True)
        print(f'  {name}, {each}: found {interval(int(over[is_change].sum()), int(is_change.sum()))}, '
              f'wrong {interval(int(over[~is_change].sum()), int((~is_change).sum()))}')
        if name in ('own', 'kept: new kinds', 'kept: others'):
            of = lambda part: f'{over[part].sum()}/{part.sum()}'
            print('   ', ', '.join(f'{l} {of(is_change & (languages == l))} wrong {of(~is_change & (languages == l))}' for l in sorted(set(languages))))


def main():
    parser = argparse.ArgumentParser()
    for name in ('encoder', 'network', 'out'):
        parser.add_argument(f'--{name}', required=True)
    parser.add_argument('--parts', nargs='+', required=True, help='the networks without the first folds, in order')
    parser.add_argument('--measure', action='store_true', help='also on what is kept for measuring alone')
    options = parser.parse_args()
    texts, network = Texts(options.encoder), model.load(options.network)
    sources = collected(texts)
    rows = [(*row, source) for source, part in sources.items() for row in part]
    rows, x = unseen(texts, network, [model.load(path) for path in options.parts], rows)
    labels, source = np.array([row[2] for row in rows]), np.array([row[6] for row in rows])
    kinds, weights = np.array([row[3] for row in rows]), np.array([WEIGHTS[name] for name in source])
    folds = np.array([data.digest(row[5]) % FOLDS for row in rows])
    relation = np.zeros((len(rows), CLASSES))
    for fold in range(FOLDS):
        relation[folds == fold] = chances(fit(x[folds != fold], labels[folds != fold], weights[folds != fold]), x[folds == fold])
    ends = relation[:, data.ENDS]
    real = np.sort(ends[source == 'real'])[::-1]
    controls = np.sort(ends[source == 'controls'])[::-1]
    at = lambda ordered, share: float(ordered[int(len(ordered) * share)])
    chat = np.sort(ends[source == 'chat'])[::-1]
    # Controls are nearer than life, and sentences of chats are what hooks and imports bring.
    sureness = dict(sure=max(at(real, 1 / 10_000), at(controls, 0.01)), likely=max(at(real, 1 / 300), at(chat, 0.01), at(controls, 0.05)))
    sureness |= {name: min(sureness['likely'] + shift, sureness['sure']) for name, shift in SHIFTS.items()}
    print('thresholds', sureness)
    w = fit(x, labels, weights)
    print('cross-validated')
    part_of = lambda chosen: ([row for row, is_in in zip(rows, chosen) if is_in], ends[chosen])
    for name in WEIGHTS:
        report(name, *part_of(np.isin(source, ('own', 'controls')) if name == 'own' else source == name), sureness)
    for kind in sorted(set(kinds[source == 'controls'])):
        report(f'control {kind}', *part_of((source == 'controls') & (kinds == kind)), sureness)
    kept = data.own_pairs(True) if options.measure else []
    apart = {'kept: new kinds': [row for row in kept if row[5] != row[0]], 'kept: others': [row for row in kept if row[5] == row[0]]}
    for name, probes in data.probes().items():
        label = data.UNRELATED if name == 'identity' else data.ENDS
        apart[name] = [(a, b, label, name, language) for language, a, b in probes]
    print('never trained on')
    for name, part in ((name, part) for name, part in apart.items() if part):
        found = chances(w, scores(texts, network, part).astype(float))[:, data.ENDS]
        report(name, part, found, sureness)
    model.save(network, options.out, [('verdict', w)], sureness)


if __name__ == '__main__':
    main()
