"""Bodies of multipart/form-data."""

from __future__ import annotations

from email.parser import BytesParser
from email.policy import HTTP

from webform.runners.multipart import InlineFile, Part, file_part, text_part, write_parts


def read(media: str, content: bytes) -> list[tuple]:
    """Return the name, the file's name, the media type and the bytes of each part."""
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {media}\r\n\r\n".encode() + content)
    return [
        (part.get_param("name", header="content-disposition"), part.get_filename(), part.get_content_type(),
         part.get_payload(decode=True))
        for part in message.iter_parts()
    ]  # fmt: skip


def test_parts_come_back_as_they_were():
    media, length, chunks = write_parts(
        [
            text_part("t", "é\n"),
            Part("j", 3, (b"[1]",), "application/json"),
            file_part("f", InlineFile(media_type="image/png", name="a.png", data=b"\x89PNG")),
            file_part("g", InlineFile(media_type="a\r\nb", name="", data=b"")),
        ]
    )
    content = b"".join(chunks)

    assert length == len(content)
    assert read(media, content) == [
        ("t", None, "text/plain", "é\n".encode()),
        ("j", None, "application/json", b"[1]"),
        ("f", "a.png", "image/png", b"\x89PNG"),
        ("g", "file", "application/octet-stream", b""),
    ]


def test_no_name_and_no_media_type_ends_its_line():
    evil = 'a"\r\nX-Evil: 1\r\n\r\n'
    _, _, chunks = write_parts([Part(evil, 0, (), "text/plain\r\nX-Evil: 1", evil)])

    assert b"\r\nX-Evil" not in b"".join(chunks)
