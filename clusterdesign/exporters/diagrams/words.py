"""The words of the drawings, by language. Counts stand so that no word is inflected by them."""

from __future__ import annotations

from clusterdesign.errors import DesignError

_WORDS = {
    "en": {
        "infiniband": "InfiniBand", "ethernet": "Ethernet",
        "title": "{name}: networks",
        "fabric": "{name}  ({protocol}, {shape})",
        "one switch": "one switch level",
        "levels": "{levels} switch levels, {rails} rails",
        "management": "management",
        "unit": "scalable unit {unit}", "pod": "pod {unit}",
        "group": "{count} x {kind}",
        "node": "node", "leaf": "leaf", "spine": "spine", "core": "core", "single": "switch",
        "oob": "out-of-band switch", "inband": "in-band switch", "manager": "fabric manager",
        "pdu": "PDU", "cdu": "CDU", "storage": "storage box", "service": "server",
        "total": "links: {links}, cables: {cables}, {speed}",
        "each": "{upper} switches, {count} links to each",
        "pair": "{lower} x {upper} pairs, {count} links each",
        "legend": "Counted in the design",
        "head": "fabric|between|links|rate|cables",
        "rail": "rail {rail}",
    },
    "ru": {
        "infiniband": "InfiniBand", "ethernet": "Ethernet",
        "title": "{name}: сети",
        "fabric": "{name}  ({protocol}, {shape})",
        "one switch": "один уровень коммутаторов",
        "levels": "уровней коммутаторов: {levels}, рельсов: {rails}",
        "management": "управление",
        "unit": "масштабируемый блок {unit}", "pod": "под {unit}",
        "group": "{kind}: {count}",
        "node": "узлы", "leaf": "leaf", "spine": "spine", "core": "core", "single": "коммутаторы",
        "oob": "коммутаторы OOB", "inband": "коммутаторы in-band", "manager": "менеджеры фабрики",
        "pdu": "PDU", "cdu": "CDU", "storage": "системы хранения", "service": "серверы",
        "total": "соединения: {links}, кабели: {cables}, {speed}",
        "each": "коммутаторы: {upper}, к каждому: {count}",
        "pair": "пары: {lower} x {upper}, в каждой: {count}",
        "legend": "Подсчитано по проекту",
        "head": "сеть|между|соединения|скорость|кабели",
        "rail": "рельс {rail}",
    },
}  # fmt: skip

LANGUAGES = tuple(_WORDS)


class Words:
    """Sentences of one language.

    Raises:
        DesignError: there is no such language.
    """

    def __init__(self, lang: str) -> None:
        if lang not in _WORDS:
            raise DesignError(f"unknown language {lang!r}", fix=f"the languages are {', '.join(LANGUAGES)}")
        self._words = _WORDS[lang]

    def __call__(self, key: str, **fields: object) -> str:
        """Return a sentence with its fields filled in."""
        return self._words[key].format(**fields)
