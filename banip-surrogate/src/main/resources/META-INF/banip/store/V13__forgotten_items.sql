-- Items before kept_from were passed on and are removed, or are about to be (docs/store.md, "A store as a buffer"); NULL if none is. It changes when the
-- rest of the row does not, so it is not in row_crc; kept_check is -1 - kept_from.
ALTER TABLE sensor_group ADD COLUMN kept_from BIGINT;
ALTER TABLE sensor_group ADD COLUMN kept_check BIGINT;
