"""The words of the drawings of the site, by language."""

from __future__ import annotations

from clusterdesign.errors import DesignError

_WORDS = {
    "en": {
        "racks": "{name}: racks, front and rear", "floor": "{name}: floor plan",
        "power": "{name}: power, one line", "cooling": "{name}: heat, air and coolant",
        "front": "front", "rear": "rear", "kw": "{value:.1f} kW", "kg": "{value:.0f} kg",
        "least": "≥ {text}",
        "row": "row {row}", "metres": "{value:.1f} m", "kpa": "{value:.1f} kPa",
        "cold": "cold aisle {number}: takes {least}{volume:.0f} m3/h", "hot": "hot aisle",
        "feed": "{name}: {practice}, PF {factor:g}", "loads": "{normal:.1f} kW, worst {worst:.1f} kW",
        "pdu": "{normal:.1f} / {worst:.1f} kW", "phase": "{phase} {amps:.1f} of {limit:.0f} A",
        "rack": "rack", "legend": "normal / worst single failure; the fullest phase and its limit. "
        "Colour: share of the limit used in the worst case",
        "unknown": "load unknown",
        "hall": "hall: {inlet} at the inlets, {humidity:.0%}, {altitude}",
        "loop": "{coolant}: {flow} L/min, {supply} to {back}", "nodes": "nodes: {nodes}",
        "cdu": "{capacity}", "none": "?", "air": "into air {value:.1f} kW",
        "liquid": "into coolant {value:.1f} kW", "volume": "{value:.0f} m3/h",
        "total": "all racks: {least}{air:.0f} kW into air, {least}{liquid:.0f} kW into coolant, "
        "{least}{volume:.0f} m3/h of air",
        "compute": "nodes", "network": "network", "mixed": "nodes and network",
    },
    "ru": {
        "racks": "{name}: стойки, спереди и сзади", "floor": "{name}: план зала",
        "power": "{name}: электропитание, однолинейная схема", "cooling": "{name}: тепло, воздух и жидкость",
        "front": "спереди", "rear": "сзади", "kw": "{value:.1f} кВт", "kg": "{value:.0f} кг",
        "least": "≥ {text}",
        "row": "ряд {row}", "metres": "{value:.1f} м", "kpa": "{value:.1f} кПа",
        "cold": "холодный коридор {number}: берёт {least}{volume:.0f} м³/ч", "hot": "горячий коридор",
        "feed": "{name}: {practice}, cos φ {factor:g}", "loads": "{normal:.1f} кВт, худший случай {worst:.1f} кВт",
        "pdu": "{normal:.1f} / {worst:.1f} кВт", "phase": "{phase} {amps:.1f} из {limit:.0f} А",
        "rack": "стойка", "legend": "норма / худший одиночный отказ; самая нагруженная фаза и её предел. "
        "Цвет: доля предела в худшем случае",
        "unknown": "нагрузка неизвестна",
        "hall": "зал: {inlet} на входе, {humidity:.0%}, {altitude}",
        "loop": "{coolant}: {flow} л/мин, {supply} – {back}", "nodes": "узлов: {nodes}",
        "cdu": "{capacity}", "none": "?", "air": "в воздух {value:.1f} кВт",
        "liquid": "в жидкость {value:.1f} кВт", "volume": "{value:.0f} м³/ч",
        "total": "все стойки: в воздух {least}{air:.0f} кВт, в жидкость {least}{liquid:.0f} кВт, "
        "воздух {least}{volume:.0f} м³/ч",
        "compute": "узлы", "network": "сеть", "mixed": "узлы и сеть",
    },
}  # fmt: skip


class SiteWords:
    """Sentences of one language.

    Raises:
        DesignError: there is no such language.
    """

    def __init__(self, lang: str) -> None:
        if lang not in _WORDS:
            raise DesignError(f"unknown language {lang!r}", fix=f"the languages are {', '.join(_WORDS)}")
        self._words = _WORDS[lang]

    def figure(self, key: str, value: float, *, partial: bool) -> str:
        """Return a sentence about a sum; one of which nothing is known is a question mark, a part a lower bound."""
        text = self(key, value=value)
        if not partial:
            return text
        return self("least", text=text) if value > 0 else text.replace(f"{value:.1f}", "?").replace(f"{value:.0f}", "?")

    def __call__(self, key: str, **fields: object) -> str:
        """Return a sentence with its fields filled in."""
        return self._words[key].format(**fields)
