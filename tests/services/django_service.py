"""A Django REST service: refusals of a serializer, a list with pages."""

from __future__ import annotations

from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.urls import path

if not settings.configured:
    settings.configure(
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["127.0.0.1"],
        SECRET_KEY="tests",
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"],
        REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": []},
        LOGGING_CONFIG=None,
    )
    django.setup()

# The framework reads its settings when it is imported.
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response
from rest_framework.views import APIView


class PromptSerializer(serializers.Serializer):
    """What the strict path takes."""

    prompt = serializers.EmailField()
    team = serializers.CharField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return attrs


class Invite(APIView):
    """Refuses what is no address of mail."""

    def post(self, request) -> Response:
        PromptSerializer(data=request.data).is_valid(raise_exception=True)
        return Response({"invited": True})


class Cities(APIView):
    """A page of a longer list."""

    def post(self, request) -> Response:
        pages = PageNumberPagination()
        pages.page_size = 2
        page = pages.paginate_queryset([{"city": name} for name in ("Oslo", "Bergen", "Tromsø")], request, self)
        return pages.get_paginated_response(page)


urlpatterns = [path("django-invalid/run", Invite.as_view()), path("django-pages/run", Cities.as_view())]


def app() -> WSGIHandler:
    """Return the service."""
    return WSGIHandler()
