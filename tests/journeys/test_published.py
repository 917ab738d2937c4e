"""Published schemas, filled in by hand from an empty form, and received by a tool as they were meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.journeys.hands import Hands
from tests.journeys.person import result, run, spelled, visit
from tests.published import deployment, vega_lite, workflow
from webform import load

pytestmark = pytest.mark.slow

#: A tool as GitHub's MCP server has it: the inputs of a workflow are its author's own.
TRIGGER = {
    "name": "actions_run_trigger",
    "inputSchema": {
        "type": "object",
        "properties": {
            "inputs": {"type": "object", "properties": {}},
            "method": {"type": "string", "enum": ["run_workflow", "rerun_workflow_run", "cancel_workflow_run"]},
            "owner": {"type": "string"},
            "ref": {"type": "string"},
            "repo": {"type": "string"},
            "run_id": {"type": "number"},
            "workflow_id": {"type": "string"},
        },
        "required": ["method", "owner", "repo"],
    },
}


@pytest.fixture
def hands(started, acting, visitor, scripts):
    """`hands(declared) -> Hands` at the empty form of that tool, run by `acting`."""

    def start(declared):
        (tool,) = load(declared)
        tool = replace(tool, id="t", form=replace(tool.form, tool_id="t"))
        visit(visitor, f"{started((tool, acting.url))}/tools/t")
        return Hands(visitor, scripts=scripts)

    return start


def received(page, acting):
    """Run, and return what the tool received."""
    run(page)
    result(page)
    (body,) = acting.bodies
    return body


def test_a_workflow_with_two_jobs(hands, visitor, acting):
    person = hands(workflow())
    person.write("/name", "CI")
    person.choose("/on", "Object")
    person.open("/on/push")
    person.tags("/on/push/branches", "main", "release/**")
    for number, name in enumerate(("build", "test"), 1):
        job = f"/jobs/+{number}"
        person.add("/jobs")
        person.name(job, name)
        person.choose(job, "normalJob")
        person.choose(f"{job}/runs-on", "Text")
        person.write(f"{job}/runs-on", "ubuntu-latest")
        person.open(f"{job}/steps")
        person.choose(f"{job}/steps/0", "Object with Uses")
        person.write(f"{job}/steps/0/uses", "actions/checkout@v4")
        person.add(f"{job}/steps")
        person.choose(f"{job}/steps/1", "Object with Run")
        person.write(f"{job}/steps/1/run", f"make {name}")
    person.choose("/jobs/+2/needs", "name")
    person.write("/jobs/+2/needs", "build")
    person.choose("/jobs/+2/env", "Object")
    person.entry("/jobs/+2/env", 1, "CI_MODE", "fast")

    body = received(visitor, acting)

    def job(name, **more):
        # A schema's defaults are what a new job and a new step begin with.
        first, second = {"uses": "actions/checkout@v4"}, {"run": f"make {name}"}
        steps = [{**box, "continue-on-error": False} for box in (first, second)]
        return {"runs-on": "ubuntu-latest", "timeout-minutes": 360, "steps": steps} | more

    assert spelled(body) == spelled(
        {
            "name": "CI",
            "on": {"push": {"branches": ["main", "release/**"]}},
            "jobs": {"build": job("build"), "test": job("test", needs="build", env={"CI_MODE": "fast"})},
        }
    )


def test_a_chart_of_vega_lite(hands, visitor, acting):
    person = hands(vega_lite())
    person.choose("#", "TopLevelUnitSpec")
    person.choose("/data", "UrlData")
    person.write("/data/url", "data/cars.json")
    person.choose("/mark", "One of a few")
    person.pick("/mark", "point")
    person.open("/encoding")
    for axis, name in (("x", "Horsepower"), ("y", "Miles_per_Gallon")):
        person.choose(f"/encoding/{axis}", "PositionFieldDef")
        person.choose(f"/encoding/{axis}/field", "FieldName")
        person.write(f"/encoding/{axis}/field", name)
        person.pick(f"/encoding/{axis}/type", "quantitative")

    assert spelled(received(visitor, acting)) == spelled(
        {
            "data": {"url": "data/cars.json"},
            "mark": "point",
            "encoding": {
                "x": {"field": "Horsepower", "type": "quantitative"},
                "y": {"field": "Miles_per_Gallon", "type": "quantitative"},
            },
        }
    )


def test_a_deployment_of_kubernetes(hands, visitor, acting):
    person = hands(deployment())
    container = "/spec/template/spec/containers/0"
    person.tick("/apiVersion")
    person.tick("/kind")
    person.open("/metadata")
    person.write("/metadata/name", "web")
    person.open("/spec")
    person.write("/spec/replicas", "3")
    person.open("/spec/selector")
    person.open("/spec/selector/matchLabels")
    person.entry("/spec/selector/matchLabels", 1, "app.kubernetes.io/name", "web")
    person.open("/spec/template")
    person.open("/spec/template/metadata")
    person.open("/spec/template/metadata/labels")
    person.entry("/spec/template/metadata/labels", 1, "app.kubernetes.io/name", "web")
    person.open("/spec/template/spec")
    person.add("/spec/template/spec/containers")
    person.write(f"{container}/name", "nginx")
    person.write(f"{container}/image", "nginx:1.27")
    person.open(f"{container}/ports")
    person.write(f"{container}/ports/0/containerPort", "80")

    labels = {"app.kubernetes.io/name": "web"}
    containers = [{"name": "nginx", "image": "nginx:1.27", "ports": [{"containerPort": 80}]}]
    assert spelled(received(visitor, acting)) == spelled(
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": "web"},
            "spec": {
                "replicas": 3,
                "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": {"containers": containers}},
            },
        }
    )


def test_the_inputs_of_a_workflow_that_is_triggered(hands, visitor, acting):
    person = hands(TRIGGER)
    person.pick("/method", "run_workflow")
    person.write("/owner", "ada")
    person.write("/repo", "engine")
    person.write("/ref", "main")
    person.write("/workflow_id", "ci.yml")
    person.open("/inputs")
    person.entry("/inputs", 1, "environment", "staging")
    person.entry("/inputs", 2, "dry run", "true")
    person.add("/inputs")
    person.name("/inputs/+3", "retries")
    person.choose("/inputs/+3", "Number")
    person.write("/inputs/+3", "3")

    assert spelled(received(visitor, acting)) == spelled(
        {
            "method": "run_workflow",
            "owner": "ada",
            "repo": "engine",
            "ref": "main",
            "workflow_id": "ci.yml",
            "inputs": {"environment": "staging", "dry run": "true", "retries": 3},
        }
    )
