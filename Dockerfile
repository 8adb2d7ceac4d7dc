# The server over HTTP; `docker run -i IMAGE stdio` serves MCP over standard input and output.
FROM node:24-slim AS build
WORKDIR /app
# better-sqlite3 is compiled where no prebuilt binary can be fetched.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
# Scripts would build the program, whose source is not here yet.
RUN npm ci --ignore-scripts && npm rebuild better-sqlite3 esbuild
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
LABEL io.modelcontextprotocol.server.name="io.github.agent-memory-service/agent-memory-service"
ENV NODE_ENV=production SERVICE_DB=/data/memory.db
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# `--build-arg ENCODER=on`: with the encoder, which finds memories in other words (docs/search.md).
ARG ENCODER=off
ENV SERVICE_ENCODER=/app/encoder
RUN if [ "$ENCODER" = on ]; then node dist/agent-memory-service.cjs encoder on --yes; fi
# For `docker exec`: agent-memory-service backup /data/copy.db
RUN ln -s /app/dist/agent-memory-service.cjs /usr/local/bin/agent-memory-service && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/agent-memory-service.cjs"]
CMD ["serve", "--host", "0.0.0.0"]
