"""The likely definition behind a dump, and the faults against it."""

from clusterdesign.asbuilt.infer.inferring import Inference, infer

__all__ = ["Inference", "infer"]
