"""The HTML file: whole, safe, and needing nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from hydrocalc.reporting import build, render
from hydrocalc.results import Results

VOID = {"meta", "br", "img", "link", "input", "hr"}


class Reader(HTMLParser):
    """Follows the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        given = dict(attrs)
        assert not any(name.startswith("on") for name in given)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given["href"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["script"], ["style"]):
            self.text.append(data)


def read(page: str) -> Reader:
    """Return what a reader finds in a page."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


@pytest.fixture(scope="module")
def page(two_pond_results: Results) -> str:
    return render(build(two_pond_results))


def test_elements_are_closed_and_links_lead_somewhere(page: str) -> None:
    reader = read(page)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    assert reader.links
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)


def test_nothing_is_loaded_from_elsewhere(page: str) -> None:
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\bsrc=", page)
    assert not {"img", "iframe", "object", "embed", "base"} & read(page).seen
    assert "default-src 'none'" in page


def test_what_the_user_wrote_is_text(hostile_results: Results) -> None:
    page = render(build(hostile_results))
    reader = read(page)
    assert not {"b", "u", "i", "img"} & reader.seen
    assert page.count("<script>") == 1
    said = "".join(reader.text)
    assert "<script>alert('title')</script> & \"Sons\"" in said
    assert "<script>alert('node')</script>" in said
    assert "a < b & c" in said


def test_pages_are_letter_and_heads_of_tables_repeat(page: str) -> None:
    assert "size: letter" in page
    assert "table-header-group" in page


def test_the_first_page_has_the_verdict_and_the_comparison(page: str) -> None:
    order = [page.index(mark) for mark in ("<h1>", 'class="verdict', 'id="comparison"', "<nav")]
    assert order == sorted(order)


def test_plots_hold_series_of_pre_post_inflow_outflow_and_stage(page: str) -> None:
    for style in ("pre", "post", "inflow", "outflow", "stage"):
        assert f'<polyline class="line {style}"' in page
    # two design points and two ponds in two storms, and the rain
    assert page.count('<svg class="plot"') == 9


def test_the_same_results_give_the_same_page(two_pond_results: Results, page: str) -> None:
    assert render(build(two_pond_results)) == page
