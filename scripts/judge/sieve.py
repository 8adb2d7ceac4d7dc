"""Fits the sieve: which pairs are worth the network. A linear model of the features alone, without the states of pieces.

python3 sieve.py --encoder FILE --judge judge.bin. Writes it into the file, beside the verdict that it is fitted to.
"""
import argparse

import numpy as np

import combine
import data
import model
from texts import Texts

FOLDS, STEPS, DECAY = 5, 400, 1e-3
# A pair of which the verdict says at least this of an end is not to be lost, and at most this share of such pairs is.
CHANCE, LOST = 0.6, 0.02


def fit(x, target, weights):
    """Weights of a logistic regression for the inputs as they are, with the bias last."""
    mean, spread = x.mean(0), x.std(0) + 1e-3
    z = np.concatenate([(x - mean) / spread, np.ones((len(x), 1))], 1)
    w, m, v = np.zeros(z.shape[1]), 0.0, 0.0
    for step in range(1, STEPS + 1):
        slope = z.T @ ((1 / (1 + np.exp(-z @ w)) - target) * weights) / weights.sum()
        slope[:-1] += DECAY * w[:-1]
        m, v = 0.9 * m + 0.1 * slope, 0.99 * v + 0.01 * slope**2
        w = w - 0.1 * (1 - step / STEPS) * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
    plain = w[:-1] / spread
    return np.concatenate([plain, [w[-1] - mean @ plain]])


def main():
    parser = argparse.ArgumentParser()
    for name in ('encoder', 'judge'):
        parser.add_argument(f'--{name}', required=True)
    options = parser.parse_args()
    texts, network = Texts(options.encoder), model.load(options.judge)
    verdict = model.matrix_of(options.judge, 'verdict')
    rows = [(*row, source) for source, part in combine.collected(texts).items() for row in part]
    x = combine.scores(texts, network, rows).astype(float)
    ends = combine.chances(verdict, x)[:, data.ENDS]
    source = np.array([row[6] for row in rows])
    # What holds is many times as frequent as in our own pairs.
    is_change = np.array([row[2] == data.ENDS for row in rows])
    target = ((ends > CHANCE) | (is_change & (ends > 0.1))).astype(float)
    weights = np.where((target > 0) | np.isin(source, ('real', 'chat')), 1.0, 0.2)
    weights[target > 0] *= weights[target == 0].sum() / target.sum()
    folds = np.array([data.digest(row[5]) % FOLDS for row in rows])
    score = np.zeros(len(rows))
    for fold in range(FOLDS):
        w = fit(x[folds != fold, 4:], target[folds != fold], weights[folds != fold])
        score[folds == fold] = x[folds == fold, 4:] @ w[:-1] + w[-1]
    found = ends > CHANCE
    least = float(np.quantile(score[found], LOST))
    for name in sorted(set(source)):
        part = source == name
        print(f'  {name}: {np.mean(score[part] > least):.3f} of {part.sum()} pass; of {np.sum(part & found)} ends {np.mean(score[part & found] > least):.3f}')
    w = fit(x[:, 4:], target, weights)
    w[-1] -= least
    head = model.head_of(options.judge)
    model.save(network, options.judge, [('verdict', verdict), ('sieve', w[:, None])], head['sureness'])


if __name__ == '__main__':
    main()
