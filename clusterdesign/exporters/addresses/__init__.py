"""Files of the address plan: sheets, DHCP for Kea and dnsmasq, zones for BIND, a hosts file."""

from __future__ import annotations

from clusterdesign.design import Design
from clusterdesign.exporters import csvfile, xlsx
from clusterdesign.exporters.addresses.dnsmasq import dnsmasq_conf
from clusterdesign.exporters.addresses.hosts import hosts_file, unreserved
from clusterdesign.exporters.addresses.kea import kea4, kea6
from clusterdesign.exporters.addresses.zones import named_conf, zones
from clusterdesign.exporters.fileset import FileSet
from clusterdesign.tables.addresses import addresses_book


def addresses_files(design: Design, lang: str) -> FileSet:
    """Return ``addresses/``; nothing for a design without addresses.

    The sheet of addresses is written as CSV too, which is the delivery list to be filled in. ``kea-dhcp6.conf`` is
    there where a network has an IPv6 prefix.
    """
    if not design.interfaces:
        return FileSet({})
    book = addresses_book(design)
    files = {"addresses.xlsx": xlsx.render(book, lang), "addresses.csv": csvfile.render(book.sheets[0], lang)}
    texts = {
        "kea-dhcp4.conf": kea4(design),
        "kea-dhcp6.conf": kea6(design),
        "dnsmasq.conf": dnsmasq_conf(design),
        "named.conf": named_conf(design),
        "hosts": hosts_file(design),
        "unreserved.txt": unreserved(design),
    }
    texts |= {f"zones/{zone.file}": zone.text for zone in zones(design)}
    files |= {name: text.encode() for name, text in texts.items() if text}
    return FileSet({f"addresses/{name}": content for name, content in files.items()})


__all__ = ["addresses_files"]
