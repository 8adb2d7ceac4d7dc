// A minimal Hono route on Node's server, as the baseline.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.get('/v1/characters/:id/memories/:memId', (c) => c.json({ id: c.req.param('memId'), content: 'x'.repeat(60) }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.stdout.write(`${port}\n`));
