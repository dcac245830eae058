-- Whether and when a session ended changes when the rest of the row does not; this is -1 - ended_nanos, and NULL with it (docs/store.md, "Checksums
-- of rows").
ALTER TABLE interconnect ADD COLUMN ended_check BIGINT;
UPDATE interconnect SET ended_check = -1 - ended_nanos WHERE ended_nanos IS NOT NULL;
