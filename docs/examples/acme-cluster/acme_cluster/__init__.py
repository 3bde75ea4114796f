"""What a site adds to clusterdesign: a rule, a rack and a list of labels."""
