from __future__ import annotations

import pytest

from clusterdesign.sizing import counts, judging, printing
from clusterdesign.sizing.printer import Printer


@pytest.mark.parametrize(
    ("english", "russian", "text"),
    [
        ("1,400 GB/s", "1 400 ГБ/с", lambda p: p.digits(1400, 2, "GB/s")),
        ("70.6B", "70,6 млрд", lambda p: p.short(70.6e9)),
        ("980 GB", "980 ГБ", lambda p: p.size(980e9)),
        ("4.3 GB/s", "4,3 ГБ/с", lambda p: p.rate(4.3e9)),
        ("21 min", "21 мин", lambda p: p.hours(1260)),
        ("14 d", "14 сут.", lambda p: p.hours(14 * 86400)),
        ("52 to 78 MWh", "52–78 МВт·ч", lambda p: p.ordered(52, 78, "MWh")),
        ("8.2 to 12 hours", "8,2–12 ч", lambda p: p.span((0.34, 0.4, 0.5))),
        ("49 %", "49 %", lambda p: p.percent(0.49)),
    ],
)
def test_numbers_in_both_languages(english: str, russian: str, text: object) -> None:
    assert callable(text)
    assert text(Printer("en")) == english
    assert text(Printer("ru")) == russian.replace(" ", "\u00a0")


def test_english_is_what_size_prints() -> None:
    printer = Printer()

    assert printer.short(6.97e9) == counts.short(6.97e9)
    assert printer.span((3.0, 4.0, 5.0)) == judging.span((3.0, 4.0, 5.0))
    assert printer.rate(3.3e9) == printing.rate(3.3e9)


def test_an_unknown_unit_stays() -> None:
    assert Printer("ru").digits(5, 2, "EUR") == "5\u00a0EUR"
    assert Printer("ru").unit("MB/s") == "МБ/с"
    assert Printer("en").unit("MB/s") == "MB/s"
