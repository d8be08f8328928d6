# syntax=docker/dockerfile:1
FROM node:20-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The whole image has a compiler, for the parts that come without a binary of this platform.
RUN npm ci
COPY . .
RUN npm run build \
 && rm -rf dist/test dist/bench dist/evaluation \
 && npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
    ASSAY_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/models ./models
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
CMD ["node", "--max-semi-space-size=32", "dist/interfaces/main.js"]
