-- The command that stopped a group last: who sent it, when its MBU had done it by the host's clock, and the first sequence number that its retirement
-- may have. NULL if there was none, and in rows of earlier schema versions. Not in row_crc: stopped_crc is theirs (docs/store.md, "Checksums of rows").
ALTER TABLE sensor_group ADD COLUMN stopped_by TEXT;
ALTER TABLE sensor_group ADD COLUMN stopped_nanos BIGINT;
ALTER TABLE sensor_group ADD COLUMN stopped_from BIGINT;
ALTER TABLE sensor_group ADD COLUMN stopped_crc INTEGER;
