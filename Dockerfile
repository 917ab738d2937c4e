# One image for web processes, workers and migrations: see compose.yaml and deploy/kubernetes.
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
# Scripts and styles are bundled by a Node that is a Python package.
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[cluster,mcp,s3]'

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'webform[cluster,mcp,s3]' \
    && useradd --system --uid 10001 --no-create-home webform \
    && install --directory --mode 700 --owner webform /var/lib/webform
ENV PYTHONUNBUFFERED=1 XDG_STATE_HOME=/var/lib WEBFORM_HOST=0.0.0.0
USER 10001
EXPOSE 8080
CMD ["webform", "serve"]
