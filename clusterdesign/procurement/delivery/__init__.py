"""The delivery plan: when what arrives, what can be installed from it, and when the cluster is handed over."""

from __future__ import annotations

from clusterdesign.procurement.delivery.arrivals import Arrival, arrivals
from clusterdesign.procurement.delivery.needs import Need, Needs, needs
from clusterdesign.procurement.delivery.plan import DeliveryPlan, Possible, delivery_plan
from clusterdesign.procurement.delivery.report import plan_data, plan_text
from clusterdesign.procurement.delivery.schedule import Activity, Window, schedule
from clusterdesign.procurement.delivery.stages import STAGES, stages

__all__ = [
    "STAGES",
    "Activity",
    "Arrival",
    "DeliveryPlan",
    "Need",
    "Needs",
    "Possible",
    "Window",
    "arrivals",
    "delivery_plan",
    "needs",
    "plan_data",
    "plan_text",
    "schedule",
    "stages",
]
