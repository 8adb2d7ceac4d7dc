"""The judge: soft alignment of the pieces of two statements (Parikh et al. 2016) and features of the pair, in JAX.

A text alone gives its projected pieces, so that the program keeps them; only the comparison depends on the pair.
"""
import jax
import jax.numpy as jnp
import numpy as np

STATE, ROW, MARKS, VECTOR = 256, 128, 2, 320
WIDE, SIDE, INNER = 80, 24, 96
ENDS, REPEATS, CONTINUES, UNRELATED = 0, 1, 2, 3


def init(seed, features):
    keys = iter(jax.random.split(jax.random.PRNGKey(seed), 30))
    layer = lambda rows, columns: (jax.random.normal(next(keys), (rows, columns)) / np.sqrt(rows), jnp.zeros(columns))
    return dict(
        p=layer(STATE + ROW + MARKS, WIDE),
        c=layer(3 * WIDE, WIDE),
        q=layer(WIDE, WIDE),
        older=layer(4 * WIDE + 2, WIDE),
        newer=layer(4 * WIDE + 2, WIDE),
        s=layer(VECTOR, SIDE),
        same=(jnp.ones((1, 1)), jnp.zeros(1)),
        m1=layer(4 * WIDE + 4 * SIDE + 1 + features, INNER),
        m2=layer(INNER, 48),
        out=layer(48, 4),
    )


def dense(layer, x):
    return x @ layer[0] + layer[1]


def dropped(key, x, rate, shape=None):
    if key is None or rate == 0:
        return x
    return x * jax.random.bernoulli(key, 1 - rate, shape or x.shape) / (1 - rate)


def text_states(w, x, marks, mask, keys, rate):
    whole = dropped(keys[1], dropped(keys[0], x, rate), 0.08, x.shape[:2] + (1,))
    h = jax.nn.gelu(dense(w['p'], jnp.concatenate([whole, marks], -1)), approximate=True) * mask[..., None]
    padded = jnp.pad(h, ((0, 0), (1, 1), (0, 0)))
    near = jnp.concatenate([padded[:, :-2], h, padded[:, 2:]], -1)
    return h + jax.nn.gelu(dense(w['c'], near), approximate=True)


def forward(w, b, key=None, rate=0.2):
    """Logits (B, 4) of ends, repeats, continues, unrelated."""
    keys = [None] * 10 if key is None else list(jax.random.split(key, 10))
    x = text_states(w, b['x'], b['ax'], b['mx'], keys[0:2], rate)
    y = text_states(w, b['y'], b['ay'], b['my'], keys[2:4], rate)
    score = jnp.einsum('bid,bjd->bij', dense(w['q'], x), dense(w['q'], y)) / np.sqrt(WIDE) + w['same'][0][0, 0] * b['same']
    to_y = jax.nn.softmax(jnp.where(b['my'][:, None, :] > 0, score, -1e9), -1) @ y
    to_x = jax.nn.softmax(jnp.where(b['mx'][:, None, :] > 0, score.transpose(0, 2, 1), -1e9), -1) @ x
    wide = lambda h, a, f: jnp.concatenate([h, a, h - a, h * a, f], -1)
    cx = jax.nn.gelu(dense(w['older'], dropped(keys[4], wide(x, to_y, b['fx']), rate)), approximate=True)
    cy = jax.nn.gelu(dense(w['newer'], dropped(keys[5], wide(y, to_x, b['fy']), rate)), approximate=True)

    def pooled(c, m):
        mean = (c * m[..., None]).sum(1) / jnp.maximum(m.sum(1, keepdims=True), 1)
        return [mean, jnp.where(m[..., None] > 0, c, -1e9).max(1)]

    u, v = dense(w['s'], b['u']), dense(w['s'], b['v'])
    cosine = (b['u'] * b['v']).sum(-1, keepdims=True)
    seen = dropped(keys[8], b['f'], 0.1)
    z = jnp.concatenate(pooled(cx, b['mx']) + pooled(cy, b['my']) + [u, v, jnp.abs(u - v), u * v, cosine, seen], -1)
    z = jax.nn.gelu(dense(w['m1'], dropped(keys[6], z, rate)), approximate=True)
    z = jax.nn.gelu(dense(w['m2'], dropped(keys[7], z, rate)), approximate=True)
    return dense(w['out'], z)
