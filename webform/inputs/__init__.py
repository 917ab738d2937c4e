"""The inputs: one file each, and the table that names them."""

from __future__ import annotations

from webform.inputs.audio import Audio
from webform.inputs.autocomplete import Autocomplete
from webform.inputs.base import Input, Shape, ShowIf, UnreadableError
from webform.inputs.checkbox import Checkbox
from webform.inputs.code import Code
from webform.inputs.colour import Colour
from webform.inputs.constant import Constant
from webform.inputs.date import Date
from webform.inputs.date_range import DateRange
from webform.inputs.datetime import Datetime
from webform.inputs.file import File
from webform.inputs.hidden import Hidden
from webform.inputs.image import Image
from webform.inputs.json import Json
from webform.inputs.list import List
from webform.inputs.map_bbox import MapBbox
from webform.inputs.map_multipoint import MapMultipoint
from webform.inputs.map_point import MapPoint
from webform.inputs.map_polygon import MapPolygon
from webform.inputs.mapping import Mapping
from webform.inputs.markdown import Markdown
from webform.inputs.multiselect import Multiselect
from webform.inputs.number import Number
from webform.inputs.object import Object
from webform.inputs.password import Password
from webform.inputs.radio import Radio
from webform.inputs.record import Record
from webform.inputs.select import Select
from webform.inputs.slider import Slider
from webform.inputs.table import Table
from webform.inputs.tags import Tags
from webform.inputs.text import Text
from webform.inputs.textarea import Textarea
from webform.inputs.time import Time
from webform.inputs.toggle import Toggle
from webform.inputs.union import Union
from webform.inputs.unknown import Unknown
from webform.inputs.variants import UnionLike, Variant

#: The input of each type, in the order of the documentation.
INPUTS: dict[str, type[Input]] = {cls.type: cls for cls in (
    Text, Textarea, Number, Slider, Select, Multiselect, Checkbox, Toggle, Radio, Date, Time, Datetime, DateRange, File,
    Image, Audio, Colour, Json, Code, Markdown, Tags, Autocomplete, Table, MapPoint, MapBbox, MapPolygon, MapMultipoint,
    Hidden,
)}  # fmt: skip
#: The inputs that only schemas ask for: what forms are built of.
STRUCTURE: dict[str, type[Input]] = {
    cls.type: cls for cls in (Object, Mapping, List, Union, Unknown, Constant, Password)
}

__all__ = [
    "INPUTS",
    "STRUCTURE",
    "Audio",
    "Autocomplete",
    "Checkbox",
    "Code",
    "Colour",
    "Date",
    "DateRange",
    "Datetime",
    "File",
    "Hidden",
    "Image",
    "Input",
    "Json",
    "MapBbox",
    "MapMultipoint",
    "MapPoint",
    "MapPolygon",
    "Markdown",
    "Multiselect",
    "Number",
    "Radio",
    "Record",
    "Select",
    "Shape",
    "ShowIf",
    "Slider",
    "Table",
    "Tags",
    "Text",
    "Textarea",
    "Time",
    "Toggle",
    "UnionLike",
    "UnreadableError",
    "Variant",
]
