"""Trains one judge a fold: python3 train.py --encoder FILE --out FOLDER [--folds 0,1,2,3] [--epochs 14]. See README.md."""
import argparse
import os
import pickle
import random
import time

import jax
import jax.numpy as jnp
import numpy as np

import data
import features
import model
import templates
from encoder import Encoder
from model import CONTINUES, ENDS, REPEATS, UNRELATED

LONGEST = 48
BATCH = 96


class Texts:
    """What the encoder gives of each text, read once."""

    def __init__(self, path):
        self.encoder, self.known = Encoder(path), {}

    def prepare(self, texts):
        todo = [text for text in dict.fromkeys(texts) if text not in self.known]
        cut = [self.encoder.pieces(text, LONGEST) for text in todo]
        order = sorted(range(len(todo)), key=lambda i: len(cut[i][0]))
        for start in range(0, len(order), 64):
            part = order[start : start + 64]
            states, vectors = self.encoder.states([cut[i][0] or [0] for i in part])
            for row, i in enumerate(part):
                ids = cut[i][0] or [0]
                raw = self.encoder.table[ids]
                raw = raw / (np.sqrt((raw**2).mean(1, keepdims=True)) + 1e-6)
                whole = np.concatenate([states[row, : len(ids)], raw], 1).astype(np.float16)
                pieces = [piece.replace('\u2581', '').lower() for piece in (cut[i][1] or [''])]
                marks = [[any(c.isdecimal() for c in p), len(p) > 0 and not any(c.isalnum() for c in p)] for p in pieces]
                self.known[todo[i]] = (whole, vectors[row], pieces, np.array(marks, np.float32))

    def encode(self, texts):
        self.prepare(texts)
        return np.stack([self.known[text][1] for text in texts])


def padded(count):
    return next(size for size in (8, 12, 16, 24, 32, LONGEST) if count <= size)


def shared(a, b):
    """Of each piece of `a`: whether `b` has it; whether `b` has a text with its first four letters."""
    have, whole = set(b), ''.join(b)
    return [[p != '' and p in have, len(p) > 3 and p[:4] in whole] for p in a]


def batch(texts, rows):
    sides = [[texts.known[row[side]] for row in rows] for side in (0, 1)]
    size = padded(max(len(one[2]) for side in sides for one in side))
    zeros = lambda *shape: np.zeros((len(rows), *shape), np.float32)
    b = {}
    for name, other, mask, marks, pair, own in (('x', 1, 'mx', 'ax', 'fx', sides[0]), ('y', 0, 'my', 'ay', 'fy', sides[1])):
        b[name], b[mask], b[marks], b[pair] = zeros(size, model.STATE + model.ROW), zeros(size), zeros(size, 2), zeros(size, 2)
        for i, one in enumerate(own):
            n = len(one[2])
            b[name][i, :n], b[mask][i, :n], b[marks][i, :n] = one[0], 1, one[3]
            b[pair][i, :n] = shared(one[2], sides[other][i][2])
    b['same'] = zeros(size, size)
    for i in range(len(rows)):
        a, c = sides[0][i][2], sides[1][i][2]
        places = {}
        for k, piece in enumerate(c):
            if piece != '':
                places.setdefault(piece, []).append(k)
        for j, piece in enumerate(a):
            for k in places.get(piece, ()):
                b['same'][i, j, k] = 1
    b['u'], b['v'] = (np.stack([one[1] for one in side]) for side in sides)
    b['f'] = np.array([features.features(row[0], row[1]) for row in rows], np.float32)
    return b


def variant(text):
    """A text as people also write it; one for each text, so that it is read once."""
    draw = data.digest(text) % 100
    if draw < 30:
        return text[:1].lower() + text[1:]
    if draw < 50:
        return text.lower()
    return text.rstrip('.。!') if draw < 80 else text


def loss(w, b, labels, weights, key, rate):
    target = jax.nn.one_hot(labels, 4) * 0.94 + 0.015
    return (-(target * jax.nn.log_softmax(model.forward(w, b, key, rate))).sum(-1) * weights).sum() / weights.sum()


gradient = jax.jit(jax.value_and_grad(loss), static_argnums=5)
logits = jax.jit(lambda w, b: model.forward(w, b))


@jax.jit
def adam(w, g, state, rate, decay):
    m, v, t = state
    t = t + 1
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = jax.tree.map(lambda v, g: 0.98 * v + 0.02 * g * g, v, g)
    step = lambda w, m, v: w - rate * (m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.98**t)) + 1e-8) + decay * w)
    return jax.tree.map(step, w, m, v), (m, v, t)


def epoch_rows(rng, train, near, by_language, background, template_rows, own):
    rows = []
    for s in train:
        rows += rng.sample(data.pairs_of(s), 10)
        for _ in range(3):
            q = rng.choice(near[s['id']]) if rng.random() < 0.6 else rng.choice(by_language[s['lang']])
            if q is not s:
                newer = q[rng.choice(('change', 'change2', 'repeat', 'adds', 'other', 'notyet', 'old'))]
                rows.append((s[rng.choice(('old', 'repeat', 'adds'))], newer, UNRELATED, 0.6, 'random'))
    rows += [row[:5] for row in own] + rng.sample(template_rows, min(1000, len(template_rows)))
    rows += [(a, b, UNRELATED, 0.7, 'background') for a, b in rng.sample(background, min(3000, len(background)))]
    twisted = lambda text: variant(text) if rng.random() < 0.3 else text
    return [(twisted(row[0]), twisted(row[1]), *row[2:]) for row in rows]


def fit(texts, train, background, template_rows, own, epochs, seed, rate=0.2, top=2e-3):
    rng, key, begun = random.Random(seed), jax.random.PRNGKey(seed), time.process_time()
    w = model.init(seed, features.COUNT)
    state = (jax.tree.map(jnp.zeros_like, w), jax.tree.map(jnp.zeros_like, w), 0)
    by_language, near, step = {}, {}, 0
    for s in train:
        by_language.setdefault(s['lang'], []).append(s)
    for rows in by_language.values():
        similar = texts.encode([s['old'] for s in rows]) @ texts.encode([s['change'] for s in rows]).T
        np.fill_diagonal(similar, -1)
        for i, s in enumerate(rows):
            near[s['id']] = [rows[j] for j in np.argsort(-similar[i])[:12]]
    for epoch in range(epochs):
        rows = epoch_rows(rng, train, near, by_language, background, template_rows, own)
        texts.prepare([text for row in rows for text in row[:2]])
        size = lambda row: padded(max(len(texts.known[text][2]) for text in row[:2]))
        rng.shuffle(rows)
        rows.sort(key=size)
        batches = [rows[i : i + BATCH] for i in range(0, len(rows) - BATCH + 1, BATCH)]
        rng.shuffle(batches)
        total = 0.0
        for i, part in enumerate(batches):
            done = (epoch + i / len(batches)) / epochs
            key, own_key = jax.random.split(key)
            labels, weights = np.array([row[2] for row in part]), np.array([row[3] for row in part], np.float32)
            value, g = gradient(w, batch(texts, part), labels, weights, own_key, rate)
            w, state = adam(w, g, state, top * min(1, step / 100) * (1 - done) + 1e-5, 0.02)
            total, step = total + float(value), step + 1
        print(f'epoch {epoch} loss {total / len(batches):.3f} cpu {time.process_time() - begun:.0f} s', flush=True)
    return w


def predict(texts, models, rows, size=128):
    """The mean of the models' logits, (n, 4)."""
    texts.prepare([text for row in rows for text in row[:2]])
    out = np.zeros((len(rows), 4), np.float32)
    order = sorted(range(len(rows)), key=lambda i: max(len(texts.known[text][2]) for text in rows[i][:2]))
    for start in range(0, len(order), size):
        part = order[start : start + size]
        b = batch(texts, [rows[i] for i in part] + [rows[part[-1]]] * (size - len(part)))
        for w in models:
            out[part] += np.asarray(logits(w, b))[: len(part)] / len(models)
    return out


def background_rows(texts, near=6):
    """Near pairs of real statements of one fold each, which nearly all leave each other alone: [(fold, older, newer)]."""
    statements = data.real_statements()
    found = []
    for fold in range(data.FOLDS):
        own = [text for f, text in statements if f == fold]
        found += [(fold, a, b) for a, b in data.near_pairs(own, texts.encode, near)]
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--encoder', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--folds', default='0,1,2,3')
    parser.add_argument('--epochs', type=int, default=14)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    texts, rows = Texts(options.encoder), data.situations()
    background = background_rows(texts)
    template_rows = templates.pairs(4000, random.Random(1))
    print(len(rows), 'situations', len(background), 'real pairs', flush=True)
    for fold in map(int, options.folds.split(',')):
        train = [s for s in rows if s['fold'] != fold]
        alone = [(a, b) for f, a, b in background if f != fold]
        w = fit(texts, train, alone, template_rows, data.own_pairs(False, fold), options.epochs, seed=fold + 1)
        pickle.dump(jax.tree.map(np.asarray, w), open(f'{options.out}/fold-{fold}.pickle', 'wb'))


if __name__ == '__main__':
    main()
