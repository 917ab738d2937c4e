"""The rules of the scripts that need no page: each in its module, called as it is."""

from __future__ import annotations

from webform.messages import message

#: Module, expression over its exports (as `m`) and `x`, and what it is for each `x`.
RULES = [
    ("inputs/number.js", "m.understood(x)", {
        "1,5": "1.5", "-0,125": "-0.125", "1.234,5": "1234.5", "1 234,56": "1234.56", "1,234.5": "1234.5",
        "1 234 567": "1234567", "12345,678": "12345.678", "1,234": "1,234", "1,234,567": "1,234,567", "1.5": "1.5",
        "1,5,6": "1,5,6", "a,5": "a,5", "": "",
    }),
    ("inputs/number.js", "m.steppedText(x[0], x[1], JSON.parse(x[2] ?? '{}'))", {
        ("0.1", 1, '{"step": "0.2"}'): "0.3", ("1", 1): "2", ("", 1): "0", ("", 1, '{"min": "5"}'): "5",
        ("9.9", 1, '{"max": "10"}'): "10", ("9007199254740993", 1): "9007199254740994", ("-1", 1): "0",
        ("abc", 1): "abc", ("1e2", -1, '{"step": "0.5"}'): "99.5", ("0.30", 10, '{"step": "0.1"}'): "1.3",
    }),
    ("inputs/slider.js", "(s => [s.last, s.text(x[3]), s.index(x[4])])(m.scale(...x))", {
        ("0", "1", "0.05", 3, "0.33"): [20, "0.15", 7], ("0", "1", "0.1", 3, "0.3"): [10, "0.3", 3],
        ("380", "750", "5", 74, "9999"): [74, "750", 74], ("0", "1", "0.3", 4, "1"): [4, "1", 3],
        ("-1", "1", "0.5", 0, "-1"): [4, "-1", 0], ("0", "10", None, 1, "5"): [100, "0.1", 50],
        ("1e-7", "2e-7", "1e-8", 1, "x"): [10, "0.00000011", 0],
    }),
    ("inputs/colour.js", "m.sixDigits(x)", {
        "#5563D1": "#5563d1", " #abc ": "#aabbcc", "#abcd": None, "red": None, "": None,
    }),
    ("inputs/combobox/match.js", "m.pieces(x[0], m.wordsOf(x[1]))", {
        ("Côte d\u2019Ivoire", "COTE ivo"): ["", "Côte", " d\u2019", "Ivo", "ire"], ("New Norway", "nor"): ["New ", "Nor", "way"],
        ("e\u0301t\u00e9", "ete"): ["", "e\u0301t\u00e9", ""], ("Norway", ""): ["Norway"], ("東京都", "京"): ["東", "京", "都"],
        ("C++ (new)", "c+ (n"): ["", "C+", "+ ", "(n", "ew)"], ("aa ab", "a"): ["", "a", "a ", "a", "b"], ("Norway", "way"): ["Norway"],
    }),
    ("inputs/combobox/match.js", "m.finder(x[0].map(label => ({label}))) (x[1]).map(each => each.label)", {
        (("Åland", "Atlanta", "Upland"), "al"): ["Åland"], (("a b", "b a", "ab"), "b a"): ["a b", "b a"], (("a", "b"), " "): ["a", "b"],
        (("2026-01", "12026"), "2026"): ["2026-01"], (("İzmir", "ΣΟΦΟΣ"), "i"): ["İzmir"], (("a.b", "axb"), "a.b"): ["a.b"],
    }),
    ("inputs/combobox/chips.js", "m.tagsIn(x)", {"a\n b \n\n c d": ["a", "b", "c d"], "": []}),
    ("inputs/map/formats.js", "m.coordinates(...x)", {
        ("51.5, -0.1", 2): ["51.5", "-0.1"], ("[51.5,−0.1]", 2): ["51.5", "-0.1"], ("51.5 -0.1", 2): ["51.5", "-0.1"],
        ("51.5", 2): None, ("1, 2, 3", 2): None, ("a, b", 2): None, ("1,2,3,4", 4): ["1", "2", "3", "4"],
        ("[[1, 2], [3, 4]]", 4): ["1", "2", "3", "4"],
    }),
    ("inputs/table/rows.js", "m.renamed(x[0], '*', x[1], x[2])", {
        ("*", "3", ("/t",)): "3", ("/t/*", "3", ("/t",)): "/t/3", ("/t/*/a", "3", ("/t",)): "/t/3/a",
        ("/t/*/a*b", "3", ("/t",)): "/t/3/a*b", ("/t*/*/*c", "3", ("/t*",)): "/t*/3/*c",
        ("help/t/*/a problem/t/*/a", "3", ("/t",)): "help/t/3/a problem/t/3/a",
        ("remove#/%C3%A9%22/*", "3", ('/é"', "/%C3%A9%22")): "remove#/%C3%A9%22/3", ("Ticker", "3", ("/t",)): "Ticker",
    }),
    ("inputs/file.js", "m.refusal({name: x[0], type: x[1], size: x[2]}, {accept: x[3], accepted: 'CSV', most: x[4]})", {
        ("a.csv", "text/csv", 10, ".csv,text/csv", 100): "", ("A.CSV", "application/vnd.ms-excel", 1, ".csv", 9): "",
        ("a.png", "image/png", 1, ".csv,text/csv", 9): message("wrong-file-type", {"name": "a.png", "found": "PNG", "accepted": "CSV"}),
        ("a.bin", "", 1, "image/*", 9): "", ("a.webp", "image/webp", 1, "image/*", 9): "", ("a", "x/y", 1, "", 9): "",
        ("a.mp4", "video/mp4", 1, "image/*", 9): message("wrong-file-type", {"name": "a.mp4", "found": "MP4", "accepted": "CSV"}),
        ("b.csv", "text/csv", 2 * 1024 * 1024, "", 1024 * 1024): message("too-large.file", {"name": "b.csv", "size": "2 MB", "limit": "1 MB"}),
    }),
    ("inputs/file.js", "m.size(x)", {7: "7 bytes", 1536: "1.5 KB", 10 * 1024 * 1024: "10 MB"}),
    ("layout.js", "m.pretty(x)", {
        '{"a":9007199254740993,"b":[1.0,{}],"c":"\\u00e9,{"}':
            '{\n  "a": 9007199254740993,\n  "b": [\n    1.0,\n    {}\n  ],\n  "c": "é,{"\n}',
        "[]": "[]", "1e-300": "1e-300", '""': '""',
    }),
    ("layout.js", "m.member(...x)", {
        ('{"ok": true, "body": {"body": 1, "x": [2]}, "y": 3}', "body"): '{"body": 1, "x": [2]}',
        ('{"a": {"b": 1}}', "b"): None, ('{"a": "b:", "b": 1.50}', "b"): "1.50", ('{"__proto__": 1}', "__proto__"): "1",
        ("not json", "a"): None,
    }),
    ("json.js", "m.equal(m.parse(x[0]), m.parse(x[1]))", {
        ("1", "1.0"): True, ("1", "true"): False, ("9007199254740993", "9007199254740992"): False,
        ("9007199254740993", "9007199254740993"): True, ('{"__proto__": 1}', "{}"): False, ("[1, 2]", "[2, 1]"): False,
        ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}'): True, ("[]", "{}"): False, ("null", "0"): False,
    }),
    ("inputs/table/block.js", "m.dateOf(...x)", {
        ("01.02.2026", ""): "2026-02-01", ("01/02/2026", ""): "", ("01/02/2026", "dmy"): "2026-02-01", ("2026/1/5", ""): "2026-01-05",
        ("01/02/2026", "mdy"): "2026-01-02", ("13/02/2026", "mdy"): "2026-02-13", ("02/13/2026", "dmy"): "2026-02-13",
        ("02/02/2026", ""): "2026-02-02", ("31 Jan 2026", ""): "2026-01-31", ("Jan 31, 2026", ""): "2026-01-31",
        ("2026-02-30", ""): "", ("2026-01/05", ""): "", ("30.02.2026", ""): "",
    }),
    # An input that no rule is for is a text, or the JSON of it where the server says so.
    ("values.js", "m.valueOf({type: x[0], typed: x[1], texts: new Map([['', [x[2]]]])})", {
        ("stars", True, "4"): 4, ("stars", False, "4"): "4", ("stars", True, "true"): True, ("date", False, "2026-02-01"): "2026-02-01",
    }),
    ("store.js", "(m.keep('p', [{address: x, when: 1, status: 'ok'}]), m.runsAt('p').length)", {
        "/runs/a": 1, "/try/it/runs/a": 1, "//evil.example/a": 0, "/\\evil.example/a": 0, "javascript:alert(1)": 0,
        "https://evil.example/a": 0, "/": 0, "": 0,
    }),
    ("store.js", "(localStorage.setItem(x, 'kept'), m.forgetAll(), localStorage.getItem(x))", {
        "webform:runs:/tools/t": None, "webform:visitor": None, "theirs": "kept", "the webform:": "kept",
    }),
    ("names.js", "m.read(x)", {
        "/a/0": {"word": "", "pointer": "/a/0"}, "is/a": {"word": "is", "pointer": "/a"}, "do": None, "#": {"word": "", "pointer": ""},
        "row#/%C3%A9": {"word": "row", "pointer": "/é"}, "#/%FF": None, "is#": {"word": "is", "pointer": ""},
    }),
    ("names.js", "m.idOf(x)", {"/a b": "at/a%20b", '/é"#%': "at/%C3%A9%22%23%25", "/a~1b/*": "at/a~1b/*"}),
    ("catalogue.js", "m.fits(...x)", {
        ("csv statistics of a table", "CSV tab"): True, ("csv", "csv x"): False, ("csv", ""): True,
    }),
]  # fmt: skip


def test_a_rule_gives_what_it_should(source, subtests):
    for module, expression, cases in RULES:
        with subtests.test(module, expression=expression):
            code = f"""localStorage.clear(); sessionStorage.clear()
                const m = await load('{module}'); return argument.map(x => {expression} ?? null)"""

            found = source(code, list(cases))

            assert list(zip(cases, found, strict=True)) == list(cases.items())


def test_of_a_place_that_browser_and_server_look_at_the_browser_s_problem_counts(source):
    code = """
        const { default: merge } = await load('merge.js'), [found, problems] = argument.map(places => places.map(at => ({ at })))
        const answer = { ok: true, json: async () => ({ problems }) }
        const all = await merge(document.createElement('form'), found, { ask: async () => answer, read: () => null })
        return all.map(({ at }) => at)"""

    assert source(code, [["/a", "/b/0"], ["/a", "/a/0", "/ab", "", "/b", "/b/1"]]) == ["/a", "/b/0", "/ab", "", "/b/1"]
