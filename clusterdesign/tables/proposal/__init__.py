"""The project document: what a customer who sent a training task gets back.

:func:`offer` designs and checks what is offered; :func:`proposal_document` writes it down. Every figure comes from
the task, the candidates, the designs and their reports.
"""

from clusterdesign.tables.proposal.document import proposal_document
from clusterdesign.tables.proposal.offer import Configuration, Offer, offer

__all__ = ["Configuration", "Offer", "offer", "proposal_document"]
