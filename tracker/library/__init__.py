"""Files in and out: stat blocks, the bestiary, encounters, importers and exporters."""
