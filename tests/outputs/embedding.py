"""Files for the tests of media: as data URLs, honest and not."""

from __future__ import annotations

from webform.dataurl import make

HTML = b"<!doctype html><html><script>window.__pwned = 1</script></html>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned=1"><script>1</script></svg>'
GIF = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)
WAV = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0data\0\0\0\0"
MP4 = b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"

#: One honest file a family.
HONEST = {"image": ("image/gif", GIF), "audio": ("audio/wav", WAV), "video": ("video/mp4", MP4)}


def url(media_type: str, data: bytes) -> str:
    return make(media_type, data)
