# The service in an image without a shell: docker build -t assay-server .
# A release needs the digest of the base behind its tag, as `@sha256:...`. Dependabot updates both together.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY . .
# The script installs what the service needs at run time with `npm ci --omit=dev --ignore-scripts`, apart from these tools.
RUN npm ci --ignore-scripts && npm run build && node scripts/build-root-fs.ts /root-fs

FROM scratch
COPY --from=build /root-fs /
WORKDIR /app
LABEL org.opencontainers.image.title="Assay" \
      org.opencontainers.image.description="Checks proposals before they are submitted, over HTTP and MCP" \
      org.opencontainers.image.licenses="Apache-2.0"
# Nothing outside a container can reach its loopback address. The operator port stays on it unless ASSAY_OPERATOR_HOST says otherwise.
ENV ASSAY_HOST=0.0.0.0
USER 65532:65532
EXPOSE 8080 8081
ENTRYPOINT ["/usr/local/bin/node", "/app/packages/server/dist/main.js"]
