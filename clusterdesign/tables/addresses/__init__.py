"""The address plan as sheets, and the delivery list that comes back with MACs and GUIDs."""

from clusterdesign.tables.addresses.delivery import deliver
from clusterdesign.tables.addresses.sheets import DHCP_ROLES, addresses_book, leased

__all__ = ["DHCP_ROLES", "addresses_book", "deliver", "leased"]
