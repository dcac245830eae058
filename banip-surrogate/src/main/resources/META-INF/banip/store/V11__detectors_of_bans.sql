-- The detectors that the BAN has declared and that the host runs, in the form of a file of detectors; NULL if there are none, and in rows of earlier
-- schema versions. They may change with each registration, so they are not in row_crc: detectors_crc is theirs (docs/store.md, "Checksums of rows").
ALTER TABLE interconnect ADD COLUMN detectors TEXT;
ALTER TABLE interconnect ADD COLUMN detectors_crc INTEGER;
