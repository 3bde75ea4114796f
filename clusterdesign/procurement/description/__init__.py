"""The description of a procurement object under 44-FZ or 223-FZ: what is asked for, without naming who makes it."""

from clusterdesign.procurement.description.codes import read_codes
from clusterdesign.procurement.description.gaps import gaps
from clusterdesign.procurement.description.goods import Good, goods
from clusterdesign.procurement.description.lint import lint_description, lint_text
from clusterdesign.procurement.description.reading import lint_file
from clusterdesign.procurement.description.remark import Remark

__all__ = ["Good", "Remark", "gaps", "goods", "lint_description", "lint_file", "lint_text", "read_codes"]
