-- One set for SQLite and PostgreSQL; ${identity} and ${binary} stand for the two types they do not share.

CREATE TABLE interconnect (
    id               ${identity},
    session          VARCHAR(36)  NOT NULL UNIQUE,
    identity         VARCHAR(256) NOT NULL,
    surrogate_type   VARCHAR(1024) NOT NULL,
    ban              TEXT         NOT NULL,
    registered_nanos BIGINT       NOT NULL
);

CREATE TABLE sensor_group (
    interconnect BIGINT       NOT NULL REFERENCES interconnect (id) ON DELETE CASCADE,
    group_index  SMALLINT     NOT NULL,
    name         VARCHAR(32)  NOT NULL,
    chain        VARCHAR(1024) NOT NULL,
    PRIMARY KEY (interconnect, group_index)
);

-- What takes numbers in a group's sequence: a packet, or (gap_reason set, payload null) a gap.
CREATE TABLE item (
    interconnect   BIGINT   NOT NULL,
    group_index    SMALLINT NOT NULL,
    sequence       BIGINT   NOT NULL,
    sequence_count BIGINT   NOT NULL,
    origin_nanos   BIGINT   NOT NULL,
    first_unit     BIGINT   NOT NULL,
    unit_count     BIGINT   NOT NULL,
    is_key         SMALLINT NOT NULL,
    gap_reason     SMALLINT,
    received_nanos BIGINT   NOT NULL,
    crc            INTEGER  NOT NULL,
    payload        ${binary},
    PRIMARY KEY (interconnect, group_index, sequence),
    FOREIGN KEY (interconnect, group_index) REFERENCES sensor_group (interconnect, group_index) ON DELETE CASCADE,
    CHECK (sequence >= 0 AND sequence_count >= 1),
    CHECK (payload IS NOT NULL OR gap_reason IS NOT NULL)
);
