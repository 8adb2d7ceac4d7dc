"""Trains the pair network on situations, our own pairs, frames, templates and real statements. Needs jax. See README.md."""
import argparse
import random
import time

import jax
import jax.numpy as jnp
import numpy as np

import data
import frames
import model
import templates
from texts import Texts, padded

BATCH = 96


def variant(text):
    """A text as people also write it; one for each text, so that it is read once."""
    draw = data.digest(text) % 100
    if draw < 30:
        return text[:1].lower() + text[1:]
    if draw < 50:
        return text.lower()
    return text.rstrip('.。!') if draw < 80 else text


def start(seed):
    keys = jax.random.split(jax.random.PRNGKey(seed), len(model.sizes()))
    return {
        name: (jax.random.normal(key, size) / np.sqrt(size[0]), jnp.zeros(size[1]))
        for key, (name, size) in zip(keys, model.sizes().items())
    }


def loss(w, b, labels, weights, key, rate):
    """Cross entropy of the three outputs, and of the same subject."""
    keys = iter(jax.random.split(key, 16))
    drop = lambda x, share, shape=None: x * jax.random.bernoulli(next(keys), 1 - share, shape or x.shape) / (1 - share)
    logits, subject = model.forward(w, b, jnp, drop, rate)
    target = jax.nn.one_hot(jnp.minimum(labels, model.LEAVES), 3) * 0.94 + 0.02
    same = (labels != data.UNRELATED).astype(jnp.float32)
    of_subject = jnp.maximum(subject, 0) - subject * same + jnp.log1p(jnp.exp(-jnp.abs(subject)))
    return ((-(target * jax.nn.log_softmax(logits)).sum(-1) + 0.5 * of_subject) * weights).sum() / weights.sum()


gradient = jax.jit(jax.value_and_grad(loss), static_argnums=5)


@jax.jit
def adam(w, g, state, rate, decay):
    m, v, t = state
    t = t + 1
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = jax.tree.map(lambda v, g: 0.98 * v + 0.02 * g * g, v, g)
    step = lambda w, m, v: w - rate * (m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.98**t)) + 1e-8) + decay * w)
    return jax.tree.map(step, w, m, v), (m, v, t)


def near_situations(texts, train):
    """Of each situation the twelve others of its language whose change is nearest."""
    near = {}
    for language in sorted({s['lang'] for s in train}):
        rows = [s for s in train if s['lang'] == language]
        similar = texts.encode([s['old'] for s in rows]) @ texts.encode([s['change'] for s in rows]).T
        np.fill_diagonal(similar, -1)
        near.update({s['id']: [rows[j] for j in np.argsort(-similar[i])[:12]] for i, s in enumerate(rows)})
    return near


class Rows:
    """The pairs of an epoch. `of_situation`: how many pairs of each situation."""

    def __init__(self, texts, situations, own, background, of_situation):
        self.situations, self.own, self.background, self.of_situation = situations, own, background, of_situation
        self.near = near_situations(texts, situations)

    def of_epoch(self, rng):
        rows = []
        for s in self.situations:
            mine = data.pairs_of(s)
            for _ in range(6):
                q = rng.choice(self.near[s['id']]) if rng.random() < 0.6 else rng.choice(self.situations)
                if q is not s:
                    newer = q[rng.choice(('change', 'change2', 'repeat', 'adds', 'other', 'notyet', 'old'))]
                    mine.append((s[rng.choice(('old', 'repeat', 'adds'))], newer, data.UNRELATED, 0.6, 'random'))
            rows += rng.sample(mine, min(self.of_situation, len(mine)))
        rows += [(a, b, label, 1.0, kind) for a, b, label, kind, _ in self.own]
        rows += templates.pairs(min(800, len(rows)), rng)
        rows += frames.pairs(min(4000, len(rows)), rng)
        rows += [(a, b, data.UNRELATED, 0.7, 'background') for a, b in rng.sample(self.background, min(2500, len(self.background)))]
        twisted = lambda text: variant(text) if rng.random() < 0.3 else text
        return [(twisted(row[0]), twisted(row[1]), *row[2:]) for row in rows]


def fit(texts, pairs, epochs, w=None, seed=1, rate=0.2, top=2e-3):
    rng, key, begun = random.Random(seed), jax.random.PRNGKey(seed), time.process_time()
    w = w or start(seed)
    state, step = (jax.tree.map(jnp.zeros_like, w), jax.tree.map(jnp.zeros_like, w), 0), 0
    for epoch in range(epochs):
        rows = pairs.of_epoch(rng)
        texts.prepare([text for row in rows for text in row[:2]])
        rng.shuffle(rows)
        rows.sort(key=lambda row: padded(texts.length(row)))
        batches = [rows[i : i + BATCH] for i in range(0, len(rows) - BATCH + 1, BATCH)]
        rng.shuffle(batches)
        total = 0.0
        for i, part in enumerate(batches):
            key, own_key = jax.random.split(key)
            labels, weights = np.array([row[2] for row in part]), np.array([row[3] for row in part], np.float32)
            value, g = gradient(w, texts.batch(part), labels, weights, own_key, rate)
            done = (epoch + i / len(batches)) / epochs
            w, state = adam(w, g, state, top * min(1, step / 100) * (1 - done) + 1e-5, 0.02)
            total, step = total + float(value), step + 1
        print(f'epoch {epoch}: {len(rows)} pairs, loss {total / len(batches):.3f}, {time.process_time() - begun:.0f} s of CPU', flush=True)
    return w


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--encoder', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--epochs', type=int, default=12)
    parser.add_argument('--start', help='weights to go on from')
    parser.add_argument('--without', type=int, help='the fold of our own pairs and of the unseen languages that is left out')
    parser.add_argument('--of-situation', type=int, default=22, help='pairs of each situation in an epoch')
    parser.add_argument('--top', type=float, default=2e-3, help='the highest rate of learning')
    options = parser.parse_args()
    texts = Texts(options.encoder)
    is_in = lambda group: data.fold_of(group) != options.without
    situations = [s for s in data.situations() if s['lang'] not in data.UNSEEN_LANGUAGES or is_in(s['old'])]
    own = [row for row in data.own_training(texts) if is_in(row[5])]
    background = data.near_pairs(data.real_statements(False), texts.encode, 5)[:6000]
    pairs = Rows(texts, situations, [row[:5] for row in own], background, options.of_situation)
    w = options.start and model.load(options.start)
    model.save(fit(texts, pairs, options.epochs, w, top=options.top), options.out)


if __name__ == '__main__':
    main()
