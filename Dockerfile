# Sonde on Node 26. Debian, not Alpine: the embedded database and the runtime are built for glibc.
FROM node:26-bookworm-slim

ENV NODE_ENV=production
WORKDIR /app

COPY package.json package-lock.json .npmrc ./
COPY test/clients/package.json test/clients/package.json
# The image brings its own Node: the one that the project carries for older machines (optional) is left out.
RUN npm ci --omit=dev --omit=optional && npm cache clean --force

COPY src src
COPY ingest ingest
COPY sql sql
COPY sources.default.json LICENSE ./

ENV HOST=0.0.0.0 PORT=4646 DATA_DIR=/data LOG_FORMAT=json
RUN mkdir -p /data && chown node:node /data
VOLUME /data
EXPOSE 4646
USER node

HEALTHCHECK --interval=30s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Straight to node, so that SIGTERM reaches the service.
CMD ["node", "src/main.ts"]
