"""Brand words: which they are, and where they stand in a text."""

from clusterdesign.procurement.description.brands.scan import Hit, Scanner
from clusterdesign.procurement.description.brands.vocabulary import Brand, beyond, vocabulary

__all__ = ["Brand", "Hit", "Scanner", "beyond", "vocabulary"]
