# The tool in an image of Debian, run by a user without privileges:
#   docker build -t themepack . && docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/project" themepack verify
# With `--user`, packs and the cache belong to the owner of the mounted project, and can be written.
FROM swift:6.2-bookworm AS build
# Debian's servers have only the newest version of a package.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends make cmake dpkg-dev libpng-dev zlib1g-dev libdeflate-dev \
        libzip-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift Package.resolve[d] Makefile LICENSE ./
COPY Packaging Packaging
COPY Plugins Plugins
COPY Scripts Scripts
COPY Sources Sources
COPY Tests Tests
RUN make build STANDALONE=1

FROM debian:bookworm-slim
# git for revisions and the history of a pull request, ssh-keygen for signatures.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends git openssh-client \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory /project
COPY --from=build /source/.build/release/themepack /usr/local/bin/themepack
COPY --from=build /source/LICENSE /usr/local/share/doc/themepack/LICENSE
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin themepack
USER 10001
WORKDIR /project
ENTRYPOINT ["themepack"]
CMD ["verify"]
