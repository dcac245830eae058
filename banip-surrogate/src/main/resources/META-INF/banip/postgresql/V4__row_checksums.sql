-- A checksum of each row (docs/store.md, "Checksums of rows"). Null: not computed yet; of items, written by an older version.
SELECT set_config('banip.epochs', 'on', true);
ALTER TABLE item ADD COLUMN row_crc INTEGER;
ALTER TABLE interconnect ADD COLUMN row_crc INTEGER;
ALTER TABLE sensor_group ADD COLUMN row_crc INTEGER;
ALTER TABLE store_name ADD COLUMN row_crc INTEGER;

-- The epoch changes when the rest of the row does not; this is -1 - epoch.
ALTER TABLE interconnect ADD COLUMN epoch_check BIGINT NOT NULL DEFAULT -1;
UPDATE interconnect SET epoch_check = -1 - epoch;
