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

FOLDS, STEPS, DECAY = 5, 200, 3e-3
CLASSES = 4
# Weight of a pair, by its source; plain controls are fewer than changes.
WEIGHTS = dict(own=2.0, controls=4.0, near=0.5, situations=0.7, real=0.5, chat=0.5)
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
    """{source: [(older, newer, label, kind, language)]}"""
    own = data.own_pairs(False)
    near = []
    for language in sorted({row[4] for row in own}):
        rows = [row for row in own if row[4] == language]
        similar = texts.encode([row[1] for row in rows]) @ texts.encode([row[0] for row in rows]).T
        np.fill_diagonal(similar, -1)
        near += [(rows[j][0], rows[i][1], data.UNRELATED, 'near', language) for i in range(len(rows)) for j in np.argsort(-similar[i])[:3]]
    unseen = [s for s in data.situations() if s['lang'] in data.UNSEEN_LANGUAGES]
    real = lambda statements: [(a, b, data.UNRELATED, 'real', 'en') for a, b in data.near_pairs(statements, texts.encode, 8)]
    return dict(
        own=[row for row in own if row[3] == 'ends'],
        controls=[row for row in own if row[3] != 'ends'],
        near=near,
        situations=[(a, b, LABELS[kind], kind, s['lang']) for s in unseen for a, b, _, _, kind in data.pairs_of(s)],
        real=real(data.real_statements(True)),
        chat=real(data.chat_sentences(800))[:4000],
    )


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
    return np.concatenate([plain, (w[-1] - mean @ plain)[None]], 0)


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


def report(name, rows, ends, sureness):
    is_change, languages = np.array([row[2] == data.ENDS for row in rows]), np.array([row[4] for row in rows])
    cued = np.array([is_cued(row[1]) for row in rows])
    for each, threshold in sureness.items():
        over = (ends > threshold) & (cued if each == 'sure' else True)
        print(f'  {name}, {each}: found {interval(int(over[is_change].sum()), int(is_change.sum()))}, '
              f'wrong {interval(int(over[~is_change].sum()), int((~is_change).sum()))}')
        if name in ('own', 'kept'):
            of = lambda part: f'{over[part].sum()}/{part.sum()}'
            print('   ', ', '.join(f'{l} {of(is_change & (languages == l))} wrong {of(~is_change & (languages == l))}' for l in sorted(set(languages))))


def main():
    parser = argparse.ArgumentParser()
    for name in ('encoder', 'network', 'out'):
        parser.add_argument(f'--{name}', required=True)
    options = parser.parse_args()
    texts, network = Texts(options.encoder), model.load(options.network)
    sources = collected(texts)
    rows = [(*row, source) for source, part in sources.items() for row in part]
    x = scores(texts, network, rows).astype(float)
    labels, source = np.array([row[2] for row in rows]), np.array([row[5] for row in rows])
    kinds, weights = np.array([row[3] for row in rows]), np.array([WEIGHTS[name] for name in source])
    folds = np.array([data.digest(row[1] if row[5] in ('real', 'chat') else row[0]) % FOLDS for row in rows])
    relation = np.zeros((len(rows), CLASSES))
    for fold in range(FOLDS):
        relation[folds == fold] = chances(fit(x[folds != fold], labels[folds != fold], weights[folds != fold]), x[folds == fold])
    ends = relation[:, data.ENDS]
    real = np.sort(ends[source == 'real'])[::-1]
    controls = np.sort(ends[source == 'controls'])[::-1]
    at = lambda ordered, share: float(ordered[int(len(ordered) * share)])
    # Controls are nearer than life; a third of what real statements would allow keeps most of them apart.
    sureness = dict(sure=max(at(real, 1 / 10_000), at(controls, 0.02)), likely=at(real, 1 / 1000))
    print('thresholds', sureness, 'at 1 of 300', at(real, 1 / 300))
    w = fit(x, labels, weights)
    print('cross-validated')
    part_of = lambda chosen: ([row for row, is_in in zip(rows, chosen) if is_in], ends[chosen])
    for name in WEIGHTS:
        report(name, *part_of(np.isin(source, ('own', 'controls')) if name == 'own' else source == name), sureness)
    for kind in sorted(set(kinds[source == 'controls'])):
        report(f'control {kind}', *part_of((source == 'controls') & (kinds == kind)), sureness)
    apart = dict(kept=data.own_pairs(True))
    for name, probes in data.probes().items():
        label = data.UNRELATED if name == 'identity' else data.ENDS
        apart[name] = [(a, b, label, name, language) for language, a, b in probes]
    print('never trained on')
    for name, part in apart.items():
        found = chances(w, scores(texts, network, part).astype(float))[:, data.ENDS]
        report(name, part, found, {**sureness, 'at 1 of 300': at(real, 1 / 300)})
    model.save(network, options.out, [('verdict', w)], sureness)


if __name__ == '__main__':
    main()
