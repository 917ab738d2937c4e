"""The files that run webform in containers: their shape, and the processes that they start."""

from __future__ import annotations

import base64
import json
import re
import urllib.request

import jsonschema_rs
import kubernetes_validate
import pytest
from sqlalchemy import create_engine, make_url, text

from tests import published
from tests.deployed import KUBERNETES, ROOT, Composed, compose, containers, manifests
from tests.runs.postgres import postgres as run_postgres
from tests.until import until
from webform.web.config_file import read_config

SECRET = re.compile(r"PASSWORD|TOKEN|SECRET|KEY")
PODS = containers()
#: Manifests whose kinds are Kubernetes' own.
KNOWN = {key: part for key, part in manifests().items() if not re.match(r"keda|kustomize", part["apiVersion"])}


def test_compose_has_the_shape_of_its_specification():
    found = jsonschema_rs.validator_for(published.compose()).iter_errors(compose())

    assert [error.message for error in found] == []


@pytest.mark.parametrize("key", KNOWN, ids=" ".join)
def test_a_manifest_has_the_shape_of_its_kind(key):
    assert kubernetes_validate.validate(KNOWN[key], "1.34", strict=True)


@pytest.mark.parametrize(
    "file", [ROOT / "deploy/webform.toml", KUBERNETES / "webform.toml"], ids=["compose", "kubernetes"]
)
def test_the_settings_can_be_used(file):
    config, problems = read_config(file)

    assert problems == []
    assert (config.mode, config.queue, config.database) == ("production", True, "postgresql+psycopg://")


def test_the_proxy_is_trusted_and_nothing_else():
    proxy = compose()["services"]["proxy"]["networks"]["default"]["ipv4_address"]

    assert read_config(ROOT / "deploy/webform.toml")[0].trusted_proxies == (f"{proxy}/32",)


def test_no_secret_of_compose_is_in_clear_or_has_a_default():
    variables = [
        entry for service in compose()["services"].values() for entry in service.get("environment", {}).items()
    ]
    secrets = {name: value for name, value in variables if SECRET.search(name)}

    assert secrets.keys() == {"POSTGRES_PASSWORD", "PGPASSWORD", "WEBFORM_SECRET_KEY", "WEBFORM_TOKEN"}
    assert [value for value in secrets.values() if not re.fullmatch(r"\$\{\w+:\?[^}]+\}", value)] == []


def test_no_secret_of_kubernetes_is_in_clear():
    variables = [entry for _, container in PODS.values() for entry in container.get("env", [])]

    assert not [name for kind, name in manifests() if kind == "Secret"]
    assert [entry for entry in variables if SECRET.search(entry["name"])] == []
    assert {
        name
        for name, (_, container) in PODS.items()
        if {"secretRef": {"name": "webform"}} in container.get("envFrom", [])
    } == {"migrate", "web", "worker"}


@pytest.mark.parametrize("name", PODS)
def test_a_container_does_what_the_service_of_compose_does_and_may_do_no_more(name):
    service, (pod, container) = compose()["services"][name], PODS[name]

    assert (container["image"], container["args"]) == (service["image"], service["command"])
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert not pod["automountServiceAccountToken"]
    # A Service called webform would set WEBFORM_PORT.
    assert not pod["enableServiceLinks"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


def test_web_processes_are_probed():
    container = PODS["web"][1]

    assert {kind: probe["httpGet"]["path"] for kind, probe in container.items() if kind.endswith("Probe")} == {
        "startupProbe": "/healthz",
        "livenessProbe": "/healthz",
        "readinessProbe": "/readyz",
    }


def test_what_names_another_manifest_names_one_that_is_there():
    there, [rule] = manifests(), manifests()["Ingress", "webform"]["spec"]["rules"]
    services = [path["backend"]["service"]["name"] for path in rule["http"]["paths"]]
    scaled = [
        (part["spec"]["scaleTargetRef"].get("kind", "Deployment"), part["spec"]["scaleTargetRef"]["name"])
        for part in there.values()
        if "scaleTargetRef" in part.get("spec", {})
    ]
    [trigger] = there["ScaledObject", "webform-worker"]["spec"]["triggers"]
    files = {*there["Kustomization", ""]["resources"], "kustomization.yaml", "worker-scaling.yaml"}

    assert [name for name in services if ("Service", name) not in there] == []
    assert [key for key in scaled if key not in there] == []
    assert ("TriggerAuthentication", trigger["authenticationRef"]["name"]) in there
    assert rule["host"] in read_config(KUBERNETES / "webform.toml")[0].trusted_hosts
    assert {path.name for path in KUBERNETES.glob("*.yaml")} == files


def test_the_image_is_of_few_layers_and_runs_as_nobody_in_particular():
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    stages = [line for line in lines if line.startswith("FROM")]

    assert stages == ["FROM python:3.13-slim AS build", "FROM python:3.13-slim"]
    assert "USER 10001" in lines
    assert not re.search("apt-get|apk |curl|ADD ", "\n".join(lines))


TOKEN = "a-token-of-many-letters"


def ask(url, body=None, **headers):
    fields = {"Accept": "application/json", "Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
    request = urllib.request.Request(url, body and json.dumps(body).encode(), fields | headers)
    with urllib.request.urlopen(request, timeout=90) as answer:
        return json.load(answer)


@pytest.fixture
def database():
    """The address of an empty database."""
    with run_postgres() as server:
        yield make_url(server.new_database())


@pytest.fixture
def composed(database, tmp_path):
    """The services of compose.yaml, with that database."""
    secrets = {
        "POSTGRES_PASSWORD": "not asked for here",
        "WEBFORM_TOKEN": TOKEN,
        "WEBFORM_SECRET_KEY": base64.b64encode(b"k" * 32).decode(),
    }
    environ = {"PGHOST": "127.0.0.1", "PGPORT": str(database.port), "PGDATABASE": database.database}
    made = Composed(tmp_path, secrets, {**environ, "WEBFORM_HOST": "127.0.0.1", "WEBFORM_PORT": "0"})
    yield made
    made.close()


@pytest.mark.slow
def test_the_processes_of_compose_run_a_tool_through_each_web_process(composed, database):
    composed.start_one("csv-stats")
    [(migrate, line)] = composed.start("migrate")
    assert (migrate.wait(60), line.partition(":")[0]) == (0, "The database is up to date now")
    until(lambda: composed.is_healthy("csv-stats", composed.tool))

    addresses = [line.split()[-1] for _, line in composed.start("web")]
    workers = composed.start("worker")
    assert (len(addresses), len(workers)) == (2, 2)
    for address in addresses:
        assert composed.is_healthy("web", address.removeprefix("http://"))
        tool = f"{address}/tools/csv-stats"
        body = ask(f"{tool}/sample.json")
        run = ask(f"{tool}/run", body)
        assert (run["state"], run["status"]) == ("done", "ok")

    # What Kubernetes has workers started by.
    [trigger] = manifests()["ScaledObject", "webform-worker"]["spec"]["triggers"]
    engine = create_engine(database)

    def waiting():
        with engine.connect() as connection:
            return connection.execute(text(trigger["metadata"]["query"])).scalar()

    assert waiting() == 0
    for worker, _ in workers:
        worker.terminate()
        assert worker.wait(60) == 0
    run = ask(f"{tool}/run", body, Prefer="respond-async")
    assert waiting() == 1
    composed.start("worker")
    until(lambda: ask(f"{address}/runs/{run['run']}")["state"] == "done")
    assert waiting() == 0
    engine.dispose()
