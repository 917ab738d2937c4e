"""Pictures side by side."""

from __future__ import annotations

from tests.outputs.embedding import HTML, url
from tests.outputs.showing import PNG, declared, output, phrases, shaped, tool
from webform.outputs.image_grid import MAX_IMAGES
from webform.outputs.views import download
from webform.result import Result


def test_pictures_have_their_labels():
    view = declared("image_grid", {"images": [{"value": PNG, "label": "one"}, {"value": PNG}, PNG]})

    assert [(image.name, image.title) for image in view.data.images] == [("image", "one"), ("image", ""), ("image", "")]


def test_each_picture_can_be_taken_away():
    value = {"o": {"images": [{"value": PNG}, {"value": PNG}]}}
    response = tool(output("image_grid"))

    assert download(response, Result(status="ok", value=value), "/o/images/1/value", "file").filename == "o-2.png"


def test_a_picture_that_is_none_or_stands_elsewhere_is_not_shown():
    view = declared(
        "image_grid", {"images": [{"value": url("image/png", HTML)}, {"value": "https://example.org/a.png"}]}
    )

    assert [image.name for image in view.data.images] == ["file", "link"]


def test_a_list_of_images_is_a_gallery_and_many_are_cut():
    assert shaped([PNG, PNG]).name == "image_grid"
    assert declared("image_grid", {"images": [{"value": PNG}] * (MAX_IMAGES + 4)}).data.more == 4
    assert declared("image_grid", {"images": []}).data.images == []


def test_what_is_no_picture_is_said_to_be_wrong():
    view = declared("image_grid", {"images": [{"value": PNG}, {"value": "x"}]})

    assert phrases(view)[0].params["expected"].key == "kind.image"
