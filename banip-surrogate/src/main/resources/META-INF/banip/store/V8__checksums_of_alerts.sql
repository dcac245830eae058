-- A checksum of each row (docs/store.md, "Checksums of rows"). Null: written by an older version, and not computed yet.
ALTER TABLE alert ADD COLUMN row_crc INTEGER;
ALTER TABLE alert_step ADD COLUMN row_crc INTEGER;
ALTER TABLE alert_delivery ADD COLUMN row_crc INTEGER;

-- The outcome changes when the rest of the row does not; this is -1 - outcome - done_nanos.
ALTER TABLE alert_delivery ADD COLUMN outcome_check BIGINT NOT NULL DEFAULT -1;
UPDATE alert_delivery SET outcome_check = -1 - outcome - COALESCE(done_nanos, 0);
