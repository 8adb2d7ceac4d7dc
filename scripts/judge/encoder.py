"""The sentence encoder (AMSE file) in numpy, batched: pieces of a text, their states in context and the text's vector."""
import json
import re
import unicodedata

import numpy as np


class Encoder:
    def __init__(self, path):
        data = open(path, 'rb').read()
        if data[:4] != b'AMSE':
            raise ValueError(f'{path} is no encoder')
        length = int.from_bytes(data[4:8], 'little')
        head = self.head = json.loads(data[8 : 8 + length])
        base = 8 + length

        def section(name):
            offset, size = head['sections'][name]
            return data[base + offset : base + offset + size]

        def numbers(name, kind=np.float32):
            return np.frombuffer(section(name), kind)

        def matrix(name):
            return numbers(name, np.int8).reshape(head['matrices'][name]).astype(np.float32) * numbers(f'{name}.scale')[:, None]

        def layer(name):
            return matrix(f'{name}.weight'), numbers(f'{name}.bias')

        bits = head['bits']
        row_bytes = (head['width'] * bits + 7) // 8
        count = numbers('rms', np.uint16).size
        rows = numbers('codes', np.uint8)[: count * row_bytes].reshape(count, row_bytes)
        flat = np.unpackbits(rows, axis=1, bitorder='little')[:, : head['width'] * bits].reshape(count, head['width'], bits)
        codes = (flat * (1 << np.arange(bits))).sum(-1).astype(np.float32)
        scale = numbers('rms', np.float16).astype(np.float32) * head['step']
        self.table = (codes - ((1 << bits) - 1) / 2) * scale[:, None]
        self.input = layer('inp')
        self.blocks = [
            dict(
                norm=(numbers(f'blocks.{i}.ln.weight'), numbers(f'blocks.{i}.ln.bias')),
                window=numbers(f'blocks.{i}.dw').reshape(head['kernel'], head['hidden']),
                up=layer(f'blocks.{i}.a'),
                down=layer(f'blocks.{i}.b'),
            )
            for i in range(head['blocks'])
        ]
        self.norm = numbers('ln.weight'), numbers('ln.bias')
        self.gate = numbers('gate.weight'), numbers('gate.bias')[0]
        self.out, self.out2, self.skip = layer('out'), layer('out2'), layer('skip')
        self.pieces_by_text = self._read_pieces(numbers, section('strings'))
        self.longest = max(map(len, self.pieces_by_text))

    def _read_pieces(self, numbers, strings):
        ids, scores = numbers('ids', np.uint32), numbers('scores', np.uint16)
        table, last, at = {}, b'', 0
        for i in range(len(ids)):
            end = strings.index(0, at + 1)
            last = last[: strings[at]] + strings[at + 1 : end]
            table[last.decode('utf8')] = (int(ids[i]), self.head['lowest'] + int(scores[i]) * self.head['scoreStep'])
            at = end + 1
        return table

    def pieces(self, text, limit=126):
        """Ids and texts of the most probable segmentation (unigram language model); piece 0 is what none covers."""
        spaced = re.sub(r'\s+', ' ', unicodedata.normalize('NFKC', text).strip())
        chars = (' ' + spaced).replace(' ', '\u2581')
        count = len(chars)
        best, came, piece = [-1e30] * (count + 1), [0] * (count + 1), [-1] * (count + 1)
        best[0] = 0
        unknown = self.head['lowest'] - 10
        for i in range(count):
            if best[i] == -1e30:
                continue
            single = False
            for j in range(i + 1, min(count, i + self.longest) + 1):
                found = self.pieces_by_text.get(chars[i:j])
                if found is None:
                    continue
                single |= j == i + 1
                if best[i] + found[1] > best[j]:
                    best[j], came[j], piece[j] = best[i] + found[1], i, found[0]
            if not single and best[i] + unknown > best[i + 1]:
                best[i + 1], came[i + 1], piece[i + 1] = best[i] + unknown, i, 0
        ids, texts, i = [], [], count
        while i > 0:
            if not (piece[i] == 0 and ids and ids[-1] == 0):
                ids.append(piece[i])
                texts.append(chars[came[i] : i])
            i = came[i]
        return ids[::-1][:limit], texts[::-1][:limit]

    def states(self, batch):
        """Lists of ids -> states (B, T, hidden) after the last normalisation and vectors (B, size) at length 1."""
        longest = max(1, max(map(len, batch)))
        ids, mask = np.zeros((len(batch), longest), np.int64), np.zeros((len(batch), longest, 1), np.float32)
        for i, one in enumerate(batch):
            ids[i, : len(one)], mask[i, : len(one)] = one, 1
        dense = lambda x, layer: x @ layer[0].T + layer[1]
        normed = lambda x, by: (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * by[0] + by[1]
        x, kernel = dense(self.table[ids], self.input) * mask, self.head['kernel']
        for block in self.blocks:
            y = normed(x, block['norm']) * mask
            padded = np.pad(y, ((0, 0), (kernel // 2, kernel // 2), (0, 0)))
            y = y + sum(padded[:, i : i + longest] * block['window'][i] for i in range(kernel))
            x = (x + dense(np.maximum(dense(y, block['up']), 0), block['down'])) * mask
        y = normed(x, self.norm)
        gate = np.logaddexp(0, y @ self.gate[0].reshape(-1) + self.gate[1])[..., None] * mask
        mean = (y * gate).sum(1) / np.maximum(np.sqrt(gate.sum(1)), 0.3)
        vector = dense(np.maximum(dense(mean, self.out), 0), self.out2) + dense(mean, self.skip)
        return y * mask, vector / (np.linalg.norm(vector, axis=1, keepdims=True) + 1e-9)
