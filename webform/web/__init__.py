"""The web app: pages, runs, the panel, and who may ask for what."""

from __future__ import annotations

from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, Response, current_app
from werkzeug.exceptions import default_exceptions

from webform.tool import Tool
from webform.values import ABSENT
from webform.web import (
    asking,
    batches,
    catalogue,
    chains,
    compare,
    complete,
    declared,
    errors,
    events,
    forms,
    frames,
    history,
    host,
    languages,
    pages,
    playground,
    reuse,
    runs,
    sessions,
    sign_in,
    static_files,
)
from webform.web.answers import json_answer
from webform.web.config import Config, ToolConfig
from webform.web.config_file import read_config
from webform.web.guards import Guard
from webform.web.hooks import Charge, Hooks
from webform.web.metrics import metrics, observe
from webform.web.scheduling import Schedules
from webform.web.served import Served
from webform.web.serving import run_app
from webform.web.site import Site
from webform.web.theme import Theme
from webform.web.tokens import SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from markupsafe import Markup
    from werkzeug import Response as AnyResponse

    from webform.runners import Runner, Target
    from webform.web.servers import Down

    Given = Served | Tool | tuple[Tool, Target | str | None]

__all__ = [
    "Charge",
    "Config",
    "Hooks",
    "QuickExecute",
    "Served",
    "Site",
    "Theme",
    "ToolConfig",
    "create_app",
    "read_config",
    "run_app",
]


def health(site: Site) -> Response:
    """Answer that the app is there."""
    return json_answer({"ok": True})


def ready(site: Site) -> Response:
    """Answer whether runs and files can be kept; if not, why."""
    faults = site.faults()
    return json_answer({"ok": not faults, "problems": faults}, 503 if faults else 200)


#: Method, path, what answers.
ROUTES: list[tuple[str, str, Callable[..., Response]]] = [
    ("GET", "/", catalogue.catalogue),
    ("POST", "/servers/retry", catalogue.retry),
    ("GET", "/tools/<tool_id>", pages.tool),
    ("GET", "/tools/<tool_id>/panel", pages.panel),
    ("GET", "/tools/<tool_id>/schema.json", declared.schema),
    ("GET", "/tools/<tool_id>/sample.json", declared.sample_body),
    ("GET", "/tools/<tool_id>/declaration.json", declared.declaration),
    ("GET", "/tools/<tool_id>/openapi.json", declared.openapi),
    ("GET", "/tools/<tool_id>/complete", complete.complete),
    ("POST", "/tools/<tool_id>/form", forms.act_on),
    ("POST", "/tools/<tool_id>/check", forms.check),
    ("POST", "/tools/<tool_id>/run", runs.run),
    ("GET", "/tools/<tool_id>/batch", batches.new_batch),
    ("POST", "/tools/<tool_id>/batch", batches.post_batch),
    ("GET", "/tools/<tool_id>/batch/<batch_id>", batches.look_at_batch),
    ("POST", "/tools/<tool_id>/batch/<batch_id>/cancel", batches.cancel_batch),
    ("GET", "/runs", history.listing),
    ("GET", "/runs/compare", compare.compare_runs),
    ("GET", "/runs/<run_id>", runs.look),
    ("DELETE", "/runs/<run_id>", runs.forget),
    ("GET", "/runs/<run_id>/events", events.events),
    ("POST", "/runs/<run_id>/again", history.again),
    ("POST", "/runs/<run_id>/answer", asking.give_answer),
    ("POST", "/runs/<run_id>/cancel", runs.cancel),
    ("POST", "/runs/<run_id>/form", asking.change),
    ("GET", "/runs/<run_id>/download", runs.download),
    ("GET", "/runs/<run_id>/frame", frames.frame),
    ("GET", "/runs/<run_id>/use", reuse.use_result),
    ("POST", "/runs/<run_id>/session", sessions.end),
    ("POST", "/runs/<run_id>/sign-in", sign_in.begin),
    ("GET", sign_in.CALLBACK, sign_in.come_back),
    ("DELETE", "/session", sessions.end_all),
    ("POST", "/forget", history.forget_all),
    ("GET", "/chains", chains.new_chain),
    ("POST", "/chains", chains.compose),
    ("POST", "/chains/run", chains.run_chain),
    ("GET", "/chains/<chain_id>", chains.look_at_chain),
    ("POST", "/chains/<chain_id>/cancel", chains.cancel_chain),
    ("GET", "/static/<path:file>", static_files.asset),
    ("GET", "/embed.js", static_files.embed),
    ("GET", "/embed.d.ts", static_files.embed_types),
    ("GET", "/healthz", health),
    ("GET", "/readyz", ready),
    ("GET", "/metrics", metrics),
]


def create_app(
    tools: Tool | Iterable[Given] = (),
    config: Config | None = None,
    *,
    runner: Runner | None = None,
    down: Iterable[Down] = (),
    before: Flask | None = None,
) -> Flask:
    """
    Return the app.

    Args:
        tools: the tools, each alone or with where it is called: a target, or the address of its /run; or one tool.
        config: what the operator sets.
        runner: what calls the tools.
        down: servers that could not be asked for their tools, which are asked again.
        before: an app that this one takes the place of, in the same process: its runs go on in this one.

    Raises:
        TypeError: something among *tools* is none, such as the path of a declaration, or *config* is none.
    """
    app = Flask("webform", static_folder=None, template_folder=None)
    settings = _settings(config)
    site = Site(
        _all_served(tools, settings),
        settings,
        "",
        runner,
        down,
        before=before.extensions["webform"] if before else None,
    )
    _protect(app, site)
    app.register_blueprint(_blueprint("webform", site))
    app.extensions["webform"] = site
    return app


class QuickExecute:
    """
    The app as an extension of a host's: all of it hangs below a prefix, and nothing else of the host changes.

    Args:
        app: the host's; `None` where `init_app` is called with it later.
        tools: as `create_app` has them.
        url_prefix: takes the place of the root.
        config: what the operator sets; hosts that the app trusts itself (`TRUSTED_HOSTS`) are trusted as well.
        runner: what calls the tools.
        hooks: who is asking, what they may do, and what it costs.
    """

    def __init__(  # noqa: PLR0913 - what a host says of it
        self,
        app: Flask | None = None,
        tools: Tool | Iterable[Given] = (),
        url_prefix: str = "/webform",
        config: Config | None = None,
        *,
        runner: Runner | None = None,
        hooks: Hooks | None = None,
    ) -> None:
        self.hooks = hooks
        self.tools, self.url_prefix, self.config, self.runner = tools, url_prefix, _settings(config), runner
        if app is not None:
            self.init_app(app)

    def token(self, user: str = "", tools: Iterable[str] | None = None, runs: int = 0, seconds: int = SECONDS) -> str:
        """Return a token for a panel: `Tokens.make` says what it holds."""
        return self.site.tokens.make(user, tools, runs, seconds)

    def render(self, tool_id: str, values: Any = ABSENT, token: str = "") -> Markup:
        """Return the form of that tool, filled with *values*, for a page of the host's own, with a panel *token*."""
        return host.form(self.site, self.folder, tool_id, values, token)

    def assets(self) -> Markup:
        """Return the styles and scripts that such a page has in its head."""
        return host.assets(self.site)

    def init_app(self, app: Flask) -> None:
        """Add the pages to *app*; other extensions may be added before and after."""
        prefix = "/" + self.url_prefix.strip("/") if self.url_prefix.strip("/") else ""
        settings = self.config.trusting(*(app.config.get("TRUSTED_HOSTS") or ()))
        self.site = Site(_all_served(self.tools, settings), settings, prefix, self.runner, hooks=self.hooks)
        name = "webform" + prefix.replace("/", "_").replace(".", "_")
        blueprint = _blueprint(name, self.site)
        self.folder = host.HostFolder(app)
        self.folder.follow(blueprint)
        refused = _protect(blueprint, self.site)
        host.exempt(blueprint)
        app.register_blueprint(blueprint)
        if prefix:
            app.before_request(lambda: self.folder.answer_unknown(prefix, refused))
        app.extensions[name] = self.site


def _settings(config: Config | None) -> Config:
    if not isinstance(config, Config | None):
        raise TypeError(f"A webform.Config is expected, but found {type(config).__name__}.")
    return config or Config()


def _all_served(tools: Tool | Iterable[Given], config: Config) -> list[Served]:
    return [_served(one, config) for one in ([tools] if isinstance(tools, Tool) else tools)]


def _served(source: Given, config: Config) -> Served:
    if isinstance(source, Served):
        return source
    tool, target = source if isinstance(source, tuple) else (source, None)
    if not isinstance(tool, Tool):
        found = type(tool).__name__
        raise TypeError(f"Tools are expected, but found {found}; webform.load() gives those of a declaration.")
    if isinstance(target, str):
        target = ToolConfig(run_url=target).target(tool, config.timeout)
    return Served(tool=tool, target=target)


def _protect(place: Flask | Blueprint, site: Site) -> Callable[[Exception], AnyResponse]:
    """Have all of *place* guarded; return what answers a request that has no view there, for the fault that it is."""
    guard, on_fault = Guard(site), partial(errors.on_fault, site)

    def begin() -> AnyResponse | None:
        languages.begin()
        guard.check()
        return languages.keep()

    def finish(response: Response) -> Response:
        return guard.secure(languages.finish(response))

    def refused(error: Exception) -> AnyResponse:
        try:
            answered = begin() or on_fault(error)
        except Exception as fault:  # noqa: BLE001 - as a view's
            answered = on_fault(fault)
        try:
            return finish(current_app.make_response(answered))
        finally:
            languages.leave(None)

    place.before_request(begin)
    place.after_request(finish)
    place.teardown_request(languages.leave)
    place.register_error_handler(Exception, on_fault)
    # A host's handler of a status would come before ours of all faults.
    for status in default_exceptions:
        place.register_error_handler(status, on_fault)
    return refused


def _blueprint(name: str, site: Site) -> Blueprint:
    site.tasks += (Schedules(site, site.runs.store),)
    site.runs.then(chains.chains_of(site).go_on)
    observe(site)
    blueprint = Blueprint(name, __name__, url_prefix=site.prefix or None)
    for method, path, view in [*ROUTES, *(playground.ROUTES if site.config.playground else ())]:
        # A name and a module, since extensions of a host look views up by them.
        named = update_wrapper(partial(view, site), view)
        vars(named).update(host.OWN_POLICY)
        blueprint.add_url_rule(path, view.__name__, named, methods=[method])
    return blueprint
