"""The bill of materials: one row a part number and lot. Every quantity is counted in the graph."""

from clusterdesign.tables.bom.book import bom_book
from clusterdesign.tables.bom.erp import ERP, erp_sheet
from clusterdesign.tables.bom.full import BILL, bill_sheet
from clusterdesign.tables.bom.rows import CONFIDENCES, BillRow

__all__ = ["BILL", "CONFIDENCES", "ERP", "BillRow", "bill_sheet", "bom_book", "erp_sheet"]
