"""A Django project in one file, whose document stands where drf-spectacular has it; with webform, for WSGI and ASGI."""

from __future__ import annotations

import json
import time

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

import webform

settings.configure(
    ROOT_URLCONF=__name__,
    SECRET_KEY="a test's",
    ALLOWED_HOSTS=["127.0.0.1", "localhost"],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
)

_ANSWERS = {"200": {"description": "What it came to.", "content": {"application/json": {"schema": {"type": "object"}}}}}
_SUM = {
    "type": "object",
    "required": ["terms"],
    "properties": {"terms": {"type": "array", "items": {"type": "integer"}}},
}
_DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "Sums", "version": "1"},
    "paths": {
        "/sums": {
            "post": {
                "operationId": "add_up",
                "summary": "Add up",
                "requestBody": {"required": True, "content": {"application/json": {"schema": _SUM}}},
                "responses": _ANSWERS,
            },
        },
        "/slow": {"get": {"operationId": "slow", "summary": "Take a moment", "responses": _ANSWERS}},
    },
}


def document(request: HttpRequest) -> JsonResponse:
    """Answer with the document, as JSON where that is asked for."""
    return JsonResponse(_DOCUMENT if request.GET.get("format") == "json" else {"openapi": "asked for as YAML"})


@csrf_exempt
def sums(request: HttpRequest) -> JsonResponse:
    """Answer with the sum of the terms."""
    return JsonResponse({"sum": sum(json.loads(request.body)["terms"])})


def slow(request: HttpRequest) -> JsonResponse:
    """Answer after a moment."""
    time.sleep(1)
    return JsonResponse({"slept": True})


urlpatterns = [path("api/schema/", document), path("sums", sums), path("slow", slow)]

application = webform.mount(get_wsgi_application())
asgi_application = webform.mount(get_asgi_application(), at="forms")
