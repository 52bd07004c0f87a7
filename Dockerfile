# Builds the image of the server, and with `--target proxy` the proxy of deploy/compose.yaml.

ARG DEBIAN=docker.io/library/debian:trixie-slim
ARG NODE=docker.io/library/node:24-trixie-slim
ARG POSTGRES=docker.io/library/postgres:18-trixie
ARG CADDY=docker.io/library/caddy:2.11.4-alpine

FROM ${NODE} AS build
# Node reuses compiled code only for the user id that wrote it, so the user of the server builds
RUN install --directory --owner=10001 --group=10001 /src /out
WORKDIR /src
USER 10001:10001
ENV HOME=/tmp npm_config_cache=/tmp/npm npm_config_update_notifier=false
COPY --chown=10001:10001 . .
# the package node-linux-* of the lock file is the Node that builds and runs the server
RUN --mount=type=cache,target=/tmp/npm,uid=10001,gid=10001 npm run build
RUN npm run --silent sbom > /out/sbom.cdx.json
RUN node scripts/release/runtime-files.ts /out --compile-cache

FROM ${CADDY} AS proxy
# it listens on ports above 1023, and a container without capabilities refuses a program that asks for one
RUN setcap -r /usr/bin/caddy
COPY deploy/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /out/packages/web/dist/maintenance.html /srv/maintenance.html
USER 10002:10002
EXPOSE 8080 8443

# the client programs of the PostgreSQL of deploy/compose.yaml, which Debian has only in older versions
FROM ${POSTGRES} AS backup
RUN install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/brama /backups
COPY --from=build --chown=0:0 /out /opt/brama
ENV PATH=/opt/brama/bin:/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    DATA_DIR=/var/lib/brama
WORKDIR /opt/brama
USER 10001:10001
VOLUME /var/lib/brama /backups
ENTRYPOINT ["brama"]

FROM ${DEBIAN} AS server
RUN groupadd --gid=10001 brama \
    && useradd --uid=10001 --gid=10001 --no-create-home --home-dir=/var/lib/brama --shell=/usr/sbin/nologin brama \
    && install --directory --owner=brama --group=brama --mode=0700 /var/lib/brama
COPY --from=build --chown=0:0 /out /opt/brama
ENV PATH=/opt/brama/bin:/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/var/lib/brama
WORKDIR /opt/brama
USER 10001:10001
VOLUME /var/lib/brama
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/readyz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["brama"]
CMD ["serve"]

ARG VERSION=unknown
ARG REVISION=unknown
ARG CREATED=unknown
ARG SOURCE=unknown
ARG DEBIAN
LABEL org.opencontainers.image.title="Brama" \
      org.opencontainers.image.description="One sign-in for a whole university campus" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.base.name="${DEBIAN}" \
      brama.sbom="/opt/brama/sbom.cdx.json"
