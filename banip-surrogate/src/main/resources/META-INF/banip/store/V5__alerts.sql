-- Alerts, their steps, and what is to be delivered of them (docs/graded-alerts.md).

-- found_nanos, over_nanos: sampling instants by which a detector decided that it begins, and that it is over.
CREATE TABLE alert (
    id                 VARCHAR(36)      NOT NULL PRIMARY KEY,
    ban                VARCHAR(64)      NOT NULL,
    session            VARCHAR(36)      NOT NULL,
    found_by           VARCHAR(4)       NOT NULL,
    detector           TEXT             NOT NULL,
    kind               TEXT             NOT NULL,
    sensor_group       TEXT             NOT NULL,
    channel            TEXT             NOT NULL,
    severity           VARCHAR(6)       NOT NULL,
    priority           VARCHAR(6)       NOT NULL,
    state              VARCHAR(12)      NOT NULL,
    measured           DOUBLE PRECISION NOT NULL,
    unit               TEXT             NOT NULL,
    since_nanos        BIGINT           NOT NULL,
    found_nanos        BIGINT           NOT NULL,
    over_nanos         BIGINT,
    raised_nanos       BIGINT           NOT NULL,
    escalate_nanos     BIGINT,
    acknowledged_by    TEXT,
    acknowledged_nanos BIGINT,
    ended_nanos        BIGINT,
    steps              INTEGER          NOT NULL
);

-- What begins again while its alert is open makes no second one.
CREATE UNIQUE INDEX open_alert ON alert (ban, found_by, detector, kind) WHERE ended_nanos IS NULL;
CREATE INDEX alert_of_ban ON alert (ban, raised_nanos);

CREATE TABLE alert_step (
    alert    VARCHAR(36) NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    number   INTEGER     NOT NULL,
    step     VARCHAR(12) NOT NULL,
    at_nanos BIGINT      NOT NULL,
    who      TEXT        NOT NULL,
    means    TEXT        NOT NULL,
    PRIMARY KEY (alert, number)
);

-- outcome 0: waits, 1: delivered, 2: given up because too many waited.
CREATE TABLE alert_delivery (
    alert               VARCHAR(36) NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    contact             VARCHAR(63) NOT NULL,
    number              INTEGER     NOT NULL,
    urgency             SMALLINT    NOT NULL,
    body                TEXT        NOT NULL,
    outcome             SMALLINT    NOT NULL,
    made_nanos          BIGINT      NOT NULL,
    due_nanos           BIGINT      NOT NULL,
    attempts            INTEGER     NOT NULL,
    claimed_by          VARCHAR(36) NOT NULL,
    claimed_until_nanos BIGINT      NOT NULL,
    done_nanos          BIGINT,
    PRIMARY KEY (alert, contact, number)
);
CREATE INDEX waiting_delivery ON alert_delivery (contact, made_nanos) WHERE outcome = 0;
