"""The app of the host: its pages, its login, and what it tells webform of its members."""

from __future__ import annotations

import secrets
from threading import Thread
from typing import TYPE_CHECKING

from flask import Flask, flash, redirect, render_template, request, url_for
from flask_login import LoginManager, current_user, login_required, login_user, logout_user
from flask_wtf.csrf import CSRFProtect
from werkzeug.serving import make_server

import webform
from webform.web.access import Access

from .. import create_app as create_tool
from .. import manifest_file
from .members import Members

if TYPE_CHECKING:
    from pathlib import Path

    from werkzeug.wrappers import Response

    from webform import Charge
    from webform.tool import Tool

TOOLS = ("weather", "portfolio-risk")


def create_app(folder: Path) -> Flask:
    """Return the app, whose runs are kept in *folder*."""
    app = Flask(__name__)
    app.config["SECRET_KEY"] = secrets.token_hex()
    members = Members()
    CSRFProtect(app)
    login = LoginManager(app)
    login.login_view = "sign_in"
    login.login_message = "Sign in to see this page."
    login.user_loader(members.get)
    forms = webform.QuickExecute(
        app,
        [(webform.load(manifest_file(name))[0], start_tool(name)) for name in TOOLS],
        url_prefix="/forms",
        config=webform.Config(
            database=str(folder / "runs.sqlite"),
            files=folder / "files",
            auth=Access(signing_key=secrets.token_hex()),
        ),
        hooks=hooks_of(members),
    )
    app.context_processor(lambda: {"forms": forms})
    add_pages(app, members, forms)
    return app


def start_tool(name: str) -> str:
    """Start an example tool on a free port of this machine; return where it is run."""
    server = make_server("127.0.0.1", 0, create_tool(name), threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/run"


def hooks_of(members: Members) -> webform.Hooks:
    """Return what webform asks: who is there, what they may run, and whether they can pay."""

    def identify() -> str | None:
        return current_user.get_id() if current_user.is_authenticated else None

    def authorize(user: str, tool: Tool, act: str) -> bool | str:
        member = members.get(user)
        may_run = member is not None and tool.id in member.tools
        return act == "see" or may_run or f"{tool.name} is for analysts. Ask the club to make you one."

    def charge(of: Charge) -> str | None:
        member = members.get(of.user)
        if of.when == "before":
            return None if member and member.credit >= of.runs else "Your credit is used up."
        if member and of.run and of.run.result and of.run.result.status == "ok":
            member.pay()
        return None

    return webform.Hooks(identify=identify, authorize=authorize, charge=charge)


def add_pages(app: Flask, members: Members, forms: webform.QuickExecute) -> None:
    """Add the host's own pages."""

    @app.get("/")
    def home() -> str:
        return render_template("home.html", members=members)

    @app.get("/weather")
    @login_required
    def weather() -> str:
        token = forms.token(current_user.get_id(), ["weather"], runs=20)
        return render_template("weather.html", token=token)

    @app.get("/portfolio")
    @login_required
    def portfolio() -> str:
        token = forms.token(current_user.get_id(), ["portfolio-risk"], runs=20)
        return render_template("portfolio.html", token=token)

    @app.route("/sign-in", methods=["GET", "POST"])
    def sign_in() -> str | Response:
        if request.method == "POST":
            member = members.sign_in(request.form["name"], request.form["password"])
            if member:
                login_user(member)
                return redirect(url_for("home"))
            flash("This name and password do not fit together.")
        return render_template("sign_in.html")

    @app.post("/sign-out")
    def sign_out() -> Response:
        logout_user()
        return redirect(url_for("home"))
