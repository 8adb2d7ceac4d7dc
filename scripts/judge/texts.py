"""What the encoder gives of each text, read once, and batches of pairs."""
import numpy as np

import features
from encoder import Encoder

LONGEST = 48


def marks(own, other):
    """Of each piece: whether the other text has it, a digit, the other text has its first four letters, punctuation."""
    have, whole = set(other), ''.join(other)
    return [
        [p != '' and p in have, any(c.isdecimal() for c in p), len(p) > 3 and p[:4] in whole, p != '' and not any(c.isalnum() for c in p)]
        for p in own
    ]


def padded(count):
    return next(size for size in (16, 28, LONGEST) if count <= size)


class Texts:
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
                pieces = [piece.replace('\u2581', '').lower() for piece in (cut[i][1] or [''])]
                whole = np.concatenate([states[row, : len(ids)], raw], 1).astype(np.float16)
                self.known[todo[i]] = whole, vectors[row], pieces

    def encode(self, texts):
        self.prepare(texts)
        return np.stack([self.known[text][1] for text in texts])

    def length(self, row):
        return max(len(self.known[text][2]) for text in row[:2])

    def batch(self, rows):
        """Arrays of pairs: pieces x, y (B, T, 384), masks, marks fx, fy (B, T, 4), vectors u, v (B, 320), features f."""
        size, b = padded(max(map(self.length, rows))), {}
        for name, vector, side in (('x', 'u', 0), ('y', 'v', 1)):
            own, others = [[self.known[row[k]] for row in rows] for k in (side, 1 - side)]
            b[name] = np.zeros((len(rows), size, own[0][0].shape[1]), np.float32)
            b[f'm{name}'], b[f'f{name}'] = np.zeros((len(rows), size), np.float32), np.zeros((len(rows), size, 4), np.float32)
            for i, (one, other) in enumerate(zip(own, others)):
                count = len(one[2])
                b[name][i, :count], b[f'm{name}'][i, :count] = one[0], 1
                b[f'f{name}'][i, :count] = marks(one[2], other[2])
            b[vector] = np.stack([one[1] for one in own])
        cosines = (b['u'] * b['v']).sum(-1)
        b['f'] = np.array([features.features(*row[:2], float(cosine)) for row, cosine in zip(rows, cosines)], np.float32)
        return b
