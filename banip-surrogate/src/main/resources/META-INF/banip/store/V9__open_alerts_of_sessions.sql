-- What begins again in its session while its alert is open makes no second one. An alert of an earlier session that waits for an acknowledgement may
-- stand beside it (docs/graded-alerts.md).
DROP INDEX open_alert;
CREATE UNIQUE INDEX open_alert ON alert (ban, found_by, detector, kind, session) WHERE ended_nanos IS NULL;
