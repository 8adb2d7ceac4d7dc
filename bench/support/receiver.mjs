// A receiver of events: answers each after as many milliseconds as its argument says, or never; tells its port.
import { createServer } from 'node:http';

const ms = Number(process.argv[2]);
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (!Number.isNaN(ms)) setTimeout(() => response.writeHead(204).end(), ms);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
process.on('disconnect', () => process.exit());
