-- Whether and when a session ended changes when the rest of the row does not; this is -1 - ended_nanos, and NULL with it (docs/store.md, "Checksums
-- of rows").
SELECT set_config('banip.epochs', 'on', true);
ALTER TABLE interconnect ADD COLUMN ended_check BIGINT;
UPDATE interconnect SET ended_check = -1 - ended_nanos WHERE ended_nanos IS NOT NULL;
-- What begins again in its session while its alert is open makes no second one. An alert of an earlier session that waits for an acknowledgement may
-- stand beside it (docs/graded-alerts.md).
DROP INDEX open_alert;
CREATE UNIQUE INDEX open_alert ON alert (ban, found_by, detector, kind, session) WHERE ended_nanos IS NULL;
