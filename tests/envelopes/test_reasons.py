"""The reasons of a refusal: each at the input it names, as services write them down; the rest beside the form."""

from __future__ import annotations

import pytest

import webform
from webform.envelopes import read
from webform.envelopes.reasons import REASON_SHAPES
from webform.messages import message
from webform.values import ABSENT

PROPERTIES = {
    "name": {"type": "string"},
    "first_name": {"type": "string", "title": "Given name"},
    "age": {"type": "integer"},
    "address": {"type": "object", "properties": {"city": {"type": "string"}, "postCode": {"type": "string"}}},
    "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    "a.b": {"type": "string"},
}
TOOL = webform.load({"name": "t", "inputSchema": {"type": "object", "properties": PROPERTIES}})[0]

#: Shape -> answers of services, the status they come with, and what is said where.
REASONS = {
    "loc": [
        ({"detail": [{"loc": ["body", "age"], "msg": "Field required", "type": "missing", "input": {}}]}, 422,
         [("/age", "Field required")]),
        ({"detail": [{"loc": ["query", "age"], "msg": "Field required", "type": "missing"}]}, 422,
         [("", "query age: Field required")]),
    ],
    "pointer": [
        ({"title": "Your request is not valid.", "errors": [
            {"detail": "must be a positive integer", "pointer": "#/age"},
            {"detail": "must be 'green' or 'red'", "pointer": "#/profile/color"}]}, 422,
         [("/age", "must be a positive integer"), ("", "profile color: must be 'green' or 'red'")]),
        ({"title": "No", "invalid-params": [{"name": "age", "reason": "must be positive"}]}, 400,
         [("/age", "must be positive")]),
        ({"errors": [{"status": "422", "source": {"pointer": "/data/attributes/first-name"}, "title": "Invalid",
                      "detail": "is too short"}]}, 422, [("/first_name", "is too short")]),
        ({"errors": [{"source": {"parameter": "age"}, "title": "is not known"}]}, 400, [("/age", "is not known")]),
        ({"errors": [{"detail": "no", "pointer": "/a.b"}, {"detail": "no", "pointer": "/items/1/sku"}]}, 400,
         [("/a.b", "no"), ("/items/1/sku", "no")]),
    ],
    "violations": [
        ({"type": "https://symfony.com/errors/validation", "title": "Validation Failed", "violations": [
            {"propertyPath": "address.city", "title": "This value should not be blank.", "code": "c1051bb4"}]}, 422,
         [("/address/city", "This value should not be blank.")]),
        ({"title": "Constraint Violation", "status": 400, "violations": [
            {"field": "age", "message": "must be greater than 0"}]}, 400, [("/age", "must be greater than 0")]),
    ],
    "fieldViolations": [
        ({"error": {"code": 400, "message": "Invalid value", "status": "INVALID_ARGUMENT", "details": [
            {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [
                {"field": "address.post_code", "description": "is not a post code"}]}]}}, 400,
         [("/address/postCode", "is not a post code")]),
    ],
    "extensions": [
        ({"errors": [{"message": "Bad user input", "locations": [], "extensions": {"code": "BAD_USER_INPUT",
                                                                                  "argumentName": "age"}}]}, 200,
         [("/age", "Bad user input")]),
        ({"errors": [{"message": "Variable $input is invalid", "extensions": {"problems": [
            {"path": ["address", "city"], "explanation": "Expected value to not be null"}]}}]}, 200,
         [("/address/city", "Expected value to not be null")]),
        ({"errors": [{"message": "Validation failed", "extensions": {"validation": {"input.age": ["Too young."]}}}],
          "data": None}, 200, [("/age", "Too young.")]),
    ],
    "field": [
        ({"status": 400, "error": "Bad Request", "errors": [
            {"field": "age", "defaultMessage": "must be at least 18", "code": "Min", "codes": ["Min.age"],
             "objectName": "form", "rejectedValue": "s3cret"}]}, 400, [("/age", "must be at least 18")]),
        ({"message": "Validation Failed", "errors": [{"resource": "Issue", "field": "name", "code": "missing_field"}]},
         422, [("/name", message("refused.silent", {}))]),
        ({"error": {"code": "BadArgument", "message": "Multiple errors", "details": [
            {"code": "NullValue", "target": "firstName", "message": "First name must not be null"}]}}, 400,
         [("/first_name", "First name must not be null")]),
    ],
    "path": [
        ({"errors": [{"type": "field", "value": "s3cret", "msg": "Invalid value", "path": "items[0].sku",
                      "location": "body"}]}, 400, [("/items/0/sku", "Invalid value")]),
        ({"errors": [{"instancePath": "/address", "keyword": "required", "params": {"missingProperty": "city"},
                      "message": "must have required property 'city'"}]}, 400,
         [("/address/city", "must have required property 'city'")]),
        ([{"instancePath": "/age", "keyword": "type", "message": "must be integer"}], 400,
         [("/age", "must be integer")]),
        ({"error": {"name": "ZodError", "issues": [{"code": "too_small", "path": ["items", 0, "sku"],
                                                    "message": "Too short"}]}}, 400, [("/items/0/sku", "Too short")]),
    ],
    "fields": [
        ({"errors": {"first_name": ["can't be blank", "is too short"], "base": ["Only on weekdays"]}}, 422,
         [("/first_name", "can't be blank"), ("/first_name", "is too short"), ("", "Only on weekdays")]),
        ({"message": "The name field is required. (and 1 more error)", "errors": {
            "name": ["The name field is required."], "items.0.sku": ["The SKU is taken."]}}, 422,
         [("/name", "The name field is required."), ("/items/0/sku", "The SKU is taken.")]),
        ({"title": "One or more validation errors occurred.", "status": 400, "errors": {
            "FirstName": ["The FirstName field is required."], "$.age": ["The JSON value could not be converted."]}},
         400, [("/first_name", "The FirstName field is required."), ("/age", "The JSON value could not be converted.")]),
        ({"code": 422, "errors": {"json": {"age": ["Not a valid integer."], "items": {"1": {"sku": ["Missing."]}}}}},
         422, [("/age", "Not a valid integer."), ("/items/1/sku", "Missing.")]),
        ({"formErrors": ["Not both"], "fieldErrors": {"age": ["Too young"]}}, 400, [("/age", "Too young")]),
        ({"status": "fail", "data": {"name": "A name is required"}}, 200, [("/name", "A name is required")]),
    ],
    "sentences": [
        ({"errors": ["Name can't be blank", "Given name is too short", "Nobody is there"]}, 422,
         [("/name", "Name can't be blank"), ("/first_name", "Given name is too short"), ("", "Nobody is there")]),
        ({"statusCode": 400, "message": ["age must be a positive number", "address.city must be a string"],
          "error": "Bad Request"}, 400,
         [("/age", "age must be a positive number"), ("/address/city", "address.city must be a string")]),
    ],
    "param": [
        ({"error": {"message": "Age is too low.", "type": "invalid_request_error", "param": "age", "code": None}}, 400,
         [("/age", "Age is too low.")]),
    ],
    "answer": [
        ({"age": ["A valid integer is required."], "address": {"city": ["This field is required."]},
          "items": [{}, {"sku": ["Unknown."]}], "non_field_errors": ["Too many."]}, 400,
         [("/age", "A valid integer is required."), ("/address/city", "This field is required."),
          ("/items/1/sku", "Unknown."), ("", "Too many.")]),
    ],
}  # fmt: skip
CASES = [pytest.param(*case, id=f"{name} {index}") for name in REASONS for index, case in enumerate(REASONS[name])]


def test_every_shape_is_tried():
    assert [shape.name for shape in REASON_SHAPES] == list(REASONS)


@pytest.mark.parametrize(("answer", "status", "problems"), CASES)
def test_a_reason_reaches_the_input_it_names(answer, status, problems):
    result = read(TOOL, answer, status)

    assert (result.status, result.code) == ("invalid", "refused")
    assert [(problem.at, problem.message) for problem in result.problems] == problems
    assert "s3cret" not in str(result.as_json())
    assert result.value is ABSENT


@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        ({"title": "Closed on Sundays.", "errors": [{"pointer": "#/age", "detail": "no"}]}, 422, "Closed on Sundays."),
        ({"detail": [{"loc": ["body", "age"], "msg": "no"}]}, 422, "The tool rejected your input."),
        ({"errors": {"wheels": ["must be round"]}}, 422, "wheels: must be round"),
        (
            {"errors": {"wheels": ["must be round"], "doors": ["must be shut"]}},
            422,
            "The tool rejected your input.",
        ),
    ],
)
def test_what_is_said_of_the_whole_is_said_beside(answer, status, message):
    assert read(TOOL, answer, status).message == message


AMBIGUOUS = {"properties": {"user_id": {}, "userId": {}, "query": {"properties": {"q": {}}}, "data": {}}}
ODD = webform.load({"name": "t", "inputSchema": {"type": "object", **AMBIGUOUS}})[0]


@pytest.mark.parametrize(
    ("path", "at"),
    [
        ("userId", "/userId"), ("user_id", "/user_id"), ("UserID", ""), ("user", ""), ("", ""), ("query.q", "/query/q"),
        ("data", "/data"), ("data.userId", "/data/userId"), ("attributes.userId", "/userId"),
        ("body.inputs.userId", "/userId"), ("$", ""), ("nobody.userId", ""), ("__proto__", ""),
    ],
)  # fmt: skip
def test_a_problem_is_never_placed_at_the_wrong_input(path, at):
    result = read(ODD, {"errors": [{"field": path, "message": "no"}]}, 422)

    assert result.problems[0].at == at
    assert "no" in result.problems[0].message


def test_what_lies_deeper_than_the_form_is_said_at_the_deepest_input():
    result = read(TOOL, {"errors": [{"field": "address.street", "message": "is needed"}]}, 422)

    assert [(problem.at, problem.message) for problem in result.problems] == [("/address", "street: is needed")]


def test_the_tag_of_a_variant_is_no_step():
    one, two = ({"type": "object", "properties": {key: {"type": "number"}}, "required": [key]} for key in ("r", "w"))
    tool = webform.load(
        {"name": "t", "inputSchema": {"type": "object", "properties": {"shape": {"oneOf": [one, two]}}}}
    )[0]

    assert (
        read(tool, {"detail": [{"loc": ["body", "shape", "Circle", "r"], "msg": "no"}]}, 422).problems[0].at
        == "/shape/r"
    )


@pytest.mark.parametrize("loc", [[["name"], {}], [{"name": 1}, "age"], [None, 1.5, True]])
def test_steps_that_are_none_name_no_input(loc):
    assert read(TOOL, {"detail": [{"loc": loc, "msg": "no"}]}, 422).problems[0].message.endswith("no")


def test_an_error_of_a_program_names_no_input():
    result = read(TOOL, {"name": "CastError", "message": "Cast failed", "errors": {}}, 500)

    assert (result.status, result.message, result.problems) == ("error", "Cast failed", ())


def test_the_path_of_graphqls_answer_names_no_input():
    answer = {"errors": [{"message": "Not allowed", "path": ["name"], "locations": []}], "data": {"name": None}}
    result = read(TOOL, answer)

    assert (result.status, result.message, result.problems) == ("error", "Not allowed", ())


def test_what_came_beside_reasons_is_kept():
    answer = {"errors": [{"message": "No", "extensions": {"argumentName": "age"}}], "data": {"user": {"name": "A"}}}

    assert read(TOOL, answer).value == {"user": {"name": "A"}}


def test_an_input_with_a_long_name_is_known_whole():
    name = "a" * 80
    tool = webform.load({"name": "t", "inputSchema": {"properties": {name: {"type": "string"}}}})[0]
    result = read(tool, {"detail": [{"loc": ["body", name], "msg": "Too long"}]}, 422)

    assert [(problem.at, problem.message) for problem in result.problems] == [(f"/{name}", "Too long")]
