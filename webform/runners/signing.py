"""Calls that are let in by the security schemes of an OpenAPI document, and what a visitor is asked for that."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from webform.inputs.object import Object
from webform.inputs.password import Password
from webform.inputs.record import Record
from webform.inputs.text import Text
from webform.runners.credentials import Credentials, basic_of
from webform.runners.tokens import Tokens
from webform.values import as_dict, as_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from webform.inputs import Input
    from webform.operation import Operation, SecurityScheme
    from webform.runners.base import Target
    from webform.runners.tokens import Post
    from webform.tool import Form, Tool

#: The property of a body that holds what a visitor is asked for to sign in.
SIGN_IN = "sign_in"


@dataclass(frozen=True, kw_only=True)
class Login:
    """What stands in a request to let it in: headers, cookies, parameters of the query."""

    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)
    query: Mapping[str, str] = field(default_factory=dict, repr=False)

    def joined(self, other: Login) -> Login:
        """Return both."""
        return Login(
            headers={**self.headers, **other.headers},
            cookies={**self.cookies, **other.cookies},
            query={**self.query, **other.query},
        )

    def added_to(self, target: Target) -> Target:
        """Return *target* with it; what the operator sets for the target itself stays."""
        pairs = [f"{quote(name, safe='')}={quote(text, safe='')}" for name, text in self.query.items()]
        url = target.url + ("&" if "?" in target.url else "?") + "&".join(pairs) if pairs else target.url
        cookies = "; ".join(f"{quote(name, safe='')}={quote(text, safe='')}" for name, text in self.cookies.items())
        added = {**self.headers, **({"Cookie": cookies} if cookies else {})}
        kept = {name: text for name, text in added.items() if name.lower() not in target.header_names}
        return replace(target, url=url, headers={**target.headers, **kept})


def chosen(operation: Operation, known: Mapping[str, Credentials]) -> dict[str, tuple[str, ...]] | None:
    """Return the schemes, with their scopes, that a call is made with; `None` where it needs others than *known*."""
    alternatives = sorted(operation.security, key=lambda needed: not needed)
    fitting = (dict(needed) for needed in alternatives if needed.keys() <= known.keys())
    return next(fitting, None if operation.security else {})


def missing(operation: Operation, known: Mapping[str, Credentials]) -> list[str]:
    """Return the names of the schemes that *operation* needs, in the first alternative, and that are not *known*."""
    if chosen(operation, known) is not None:
        return []
    return [name for name in operation.security[0] if name not in known]


def login_of(scheme: SecurityScheme, secret: str) -> Login:
    """Return where *secret*, a key, a token, or a user and a password in base64, stands by *scheme*."""
    if scheme.type == "apiKey":
        pair = {scheme.parameter: secret}
        places = {"query": Login(query=pair), "cookie": Login(cookies=pair), "header": Login(headers=pair)}
        return places.get(scheme.location, Login())
    word = scheme.scheme.capitalize() if scheme.type == "http" else "Bearer"
    return Login(headers={"Authorization": f"{word} {secret}"})


def secret_of(scheme: SecurityScheme, credentials: Credentials, typed: Any) -> str:
    """Return the secret of *scheme*: what the visitor *typed* where they are asked, else what the operator set."""
    if not is_basic(scheme):
        return as_text(typed) if credentials.ask else credentials.value
    if not credentials.ask:
        return basic_of(credentials.username, credentials.password) if credentials.username else ""
    names = as_dict(typed)
    return basic_of(str(names.get("username", "")), str(names.get("password", ""))) if names else ""


def is_basic(scheme: SecurityScheme) -> bool:
    """Tell whether *scheme* is a user and a password."""
    return scheme.type == "http" and scheme.scheme.lower() == "basic"


def asking(form: Form, operation: Operation, known: Mapping[str, Credentials]) -> Form:
    """Return *form* with a group for the secrets that a visitor is asked for."""
    names = [name for name in chosen(operation, known) or () if known[name].ask]
    schemes = [operation.schemes[name] for name in names if name in operation.schemes]
    if not schemes:
        return form
    group = Object(key=SIGN_IN, label="Sign-in", inputs=tuple(_inputs(schemes)), required={} not in operation.security)
    return _with_group(form, group)


def _inputs(schemes: Sequence[SecurityScheme]) -> Iterator[Input]:
    for scheme in schemes:
        if is_basic(scheme):
            inputs = (Text(key="username", label="User"), Password(key="password", label="Password"))
            yield Object(key=scheme.name, label=scheme.name, inputs=inputs)
        else:
            yield Password(key=scheme.name, label=scheme.parameter or scheme.name)


def _with_group(form: Form, group: Object) -> Form:
    sampler = form.sampler

    def sample(now: datetime) -> Any:
        body = sampler(now) if sampler else {}
        return {**body, **({group.key: group.sample(now)} if group.required else {})}

    if not isinstance(form.root, Record):
        return form
    return replace(
        form,
        root=replace(form.root, inputs=(*form.inputs, group)),
        document=_with_property(form.document, group),
        sound=_with_property(form.sound, group),
        sampler=sample if sampler else None,
    )


def _with_property(schema: Any, group: Object) -> Any:
    if not isinstance(schema, dict):
        return schema
    properties = {**schema.get("properties", {}), group.key: {"title": group.label, **group.value_schema()}}
    required = [*schema.get("required", ()), *([group.key] if group.required else ())]
    return {**schema, "properties": properties, "required": required}


class Signing:
    """
    Signs calls.

    Args:
        post: sends a request for a token to a checked address.
    """

    def __init__(self, post: Post) -> None:
        self._tokens = Tokens(post)

    def sign(self, tool: Tool, target: Target, body: Any, refused: str = "") -> tuple[Target, str]:
        """
        Return *target* with what lets a call of *tool* in, and the token in it that was got for that.

        Args:
            refused: the token that was got before.

        Raises:
            CallError: there is no token.
            TargetError: a secret cannot stand in a request.
        """
        operation = tool.call.operation
        if operation is None or not target.credentials:
            return target, ""
        typed = body.get(SIGN_IN) if isinstance(body, dict) else None
        login, token = Login(), ""
        for name, scopes in (chosen(operation, target.credentials) or {}).items():
            scheme, credentials = operation.schemes.get(name), target.credentials[name]
            if scheme is None:
                continue
            secret = secret_of(scheme, credentials, typed.get(name) if isinstance(typed, dict) else None)
            if not secret and credentials.client_id:
                secret = token = self._tokens.get(scheme, credentials, scopes, target, refused)
            login = login.joined(login_of(scheme, secret)) if secret else login
        return login.added_to(target), token
