"""Site policies: racks, feeds, cooling; and the geometry that turns places into run lengths."""

from clusterdesign.site.policies import AirCooled, Cooling, Feeds, LiquidCooled, RackRow
from clusterdesign.site.printing import Printing
from clusterdesign.site.trays import Tray, Trays

__all__ = ["AirCooled", "Cooling", "Feeds", "LiquidCooled", "Printing", "RackRow", "Tray", "Trays"]
