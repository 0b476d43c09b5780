"""Chapter files and saves: what lies on the disk, read and written."""
