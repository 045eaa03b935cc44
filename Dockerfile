# Laris in a container: what runs is a little over 100 MB beside Node, without npm, compilers or the embedded database.
# docs/running.md#in-containers says how it is run; deploy/README.md what was tried, and how.

FROM node:20-bookworm-slim AS build
WORKDIR /laris
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/image.mjs /image

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY deploy/laris /usr/local/bin/laris
COPY --from=build /image /laris
# Uploads are kept here unless S3_BUCKET is set; everything else may be read-only.
RUN mkdir /data && chown 10001:10001 /data
# The user has no entry in passwd, so that no home is found for it: it is said.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 HOME=/laris
WORKDIR /laris
USER 10001:10001
VOLUME /data
EXPOSE 3000
# The process answers. Whether it can serve is /readyz, which is for what sends requests to it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["laris"]
CMD ["all"]
