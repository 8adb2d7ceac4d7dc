"""The pair network: soft alignment of the pieces of two statements (Parikh et al. 2016).

`forward` runs with numpy or with jax.numpy as `xp`. A network is {layer: (matrix, bias)}.
"""
import json

import numpy as np

import features

PIECE, MARKS, VECTOR = 384, 4, 320
WIDE, SIDE, INNER = 96, 32, 128
ENDS, REPEATS, LEAVES = range(3)


def sizes():
    z = 4 * WIDE + 4 * SIDE + 5 + features.COUNT
    return dict(
        p=(PIECE + MARKS, WIDE), c1=(3 * WIDE, WIDE), q=(WIDE, WIDE), cmp=(4 * WIDE, WIDE), cmp2=(4 * WIDE, WIDE),
        s=(VECTOR, SIDE), m1=(z, INNER), m2=(INNER, 64), out=(64, 3), sub=(64, 1),
    )


def dense(layer, x):
    return x @ layer[0] + layer[1]


def gelu(x, xp):
    return 0.5 * x * (1 + xp.tanh(0.7978845608 * (x + 0.044715 * x**3)))


def softmax(x, xp):
    e = xp.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def keep(x, _rate, _shape=None):
    return x


def forward(w, b, xp=np, drop=keep, rate=0.0):
    """Logits (B, 3) of ends, repeats, leaves, and (B,) of the same subject. `drop(x, rate, shape)`: dropout."""

    def states(x, marks, mask):
        whole = drop(drop(x, 0.08, x.shape[:2] + (1,)), rate)
        h = gelu(dense(w['p'], xp.concatenate([whole, marks], -1)), xp) * mask[..., None]
        none = xp.zeros_like(h[:, :1])
        near = xp.concatenate([xp.concatenate([none, h[:, :-1]], 1), h, xp.concatenate([h[:, 1:], none], 1)], -1)
        return h + gelu(dense(w['c1'], near), xp)

    def pooled(c, mask):
        mean = (c * mask[..., None]).sum(1) / xp.maximum(mask.sum(1, keepdims=True), 1)
        return [mean, xp.where(mask[..., None] > 0, c, -1e9).max(1)]

    x, y, mx, my = states(b['x'], b['fx'], b['mx']), states(b['y'], b['fy'], b['my']), b['mx'], b['my']
    score = xp.einsum('bid,bjd->bij', dense(w['q'], x), dense(w['q'], y)) / np.sqrt(WIDE)
    to_y = softmax(xp.where(my[:, None, :] > 0, score, -1e9), xp) @ y
    to_x = softmax(xp.where(mx[:, None, :] > 0, xp.swapaxes(score, 1, 2), -1e9), xp) @ x
    compare = lambda name, h, a: gelu(dense(w[name], drop(xp.concatenate([h, a, h - a, h * a], -1), rate)), xp)
    cx, cy = compare('cmp', x, to_y), compare('cmp2', y, to_x)
    u, v = dense(w['s'], b['u']), dense(w['s'], b['v'])
    share = lambda f, m: (f[..., 0] * m).sum(1) / m.sum(1)
    facts = [(b['u'] * b['v']).sum(-1), share(b['fx'], mx), share(b['fy'], my), mx.sum(1) / 32, my.sum(1) / 32]
    z = xp.concatenate([*pooled(cx, mx), *pooled(cy, my), u, v, xp.abs(u - v), u * v, xp.stack(facts, -1), b['f']], -1)
    z = gelu(dense(w['m2'], drop(gelu(dense(w['m1'], drop(z, rate)), xp), rate)), xp)
    return dense(w['out'], z), dense(w['sub'], z)[..., 0]


def head_of(path):
    data = open(path, 'rb').read()
    return json.loads(data[4 : 4 + int.from_bytes(data[:4], 'little')])


def matrix_of(path, name):
    data = open(path, 'rb').read()
    start = 4 + int.from_bytes(data[:4], 'little')
    rows, columns, offset = head_of(path)[name]
    part = data[start + offset : start + offset + rows * columns * 2]
    return np.frombuffer(part, np.float16).astype(np.float32).reshape(rows, columns)


def load(path):
    """A network; one without the features of a pair gets weights of zero for them."""
    network = {name: (matrix_of(path, f'{name}.0'), matrix_of(path, f'{name}.1')[0]) for name in sizes()}
    weights, bias = network['m1']
    missing = sizes()['m1'][0] - len(weights)
    network['m1'] = np.concatenate([weights, np.zeros((missing, INNER), np.float32)]), bias
    return network


def save(network, path, more=(), sureness=None):
    """u32 length of a JSON head {name: [rows, columns, offset]}, the head, float16 numbers; the head may have thresholds."""
    head, blob = {}, b''
    parts = [(f'{name}.{k}', part) for name, layer in network.items() for k, part in enumerate(layer)]
    for name, part in [*parts, *more]:
        matrix = np.atleast_2d(np.asarray(part, np.float32))
        head[name] = [*matrix.shape, len(blob)]
        blob += matrix.astype(np.float16).tobytes()
    if sureness:
        head['sureness'] = sureness
    text = json.dumps(head).encode()
    text += b' ' * (-len(text) % 8)
    open(path, 'wb').write(len(text).to_bytes(4, 'little') + text + blob)
