"""Procurement: what is bought, at what price, from whom and when, read off a design."""
