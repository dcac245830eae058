-- The BANs take turns with what waits for a contact (docs/graded-alerts.md).
ALTER TABLE alert_delivery ADD COLUMN ban VARCHAR(64) NOT NULL DEFAULT '';
UPDATE alert_delivery SET ban = COALESCE((SELECT a.ban FROM alert a WHERE a.id = alert_delivery.alert), '') WHERE outcome = 0;
DROP INDEX waiting_delivery;
CREATE INDEX waiting_delivery ON alert_delivery (contact, urgency, ban, made_nanos) WHERE outcome = 0;
