"""Writes what Python says of some of our own pairs, for the test of the TypeScript judge.

python3 fixture.py --encoder FILE --weights src/search/judge/judge.bin > test/fixtures/judge/pairs.json
"""
import argparse
import json

import combine
import data
import model
from texts import Texts

parser = argparse.ArgumentParser()
for name in ('encoder', 'weights'):
    parser.add_argument(f'--{name}', required=True)
options = parser.parse_args()
rows = data.own_pairs(False)[::4]
x = combine.scores(Texts(options.encoder), model.load(options.weights), rows).astype(float)
found = combine.chances(model.matrix_of(options.weights, 'verdict'), x)
lines = [json.dumps([*row[:2], *(round(float(p), 4) for p in chances)], ensure_ascii=False) for row, chances in zip(rows, found)]
print('[\n' + ',\n'.join(f'  {line}' for line in lines) + '\n]')
