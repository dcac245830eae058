-- Items are appended; where they are is written later, for many items at once (docs/store.md, "Bytes written").

ALTER TABLE item RENAME TO item_with_key;

CREATE TABLE item (
    id             INTEGER PRIMARY KEY,
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
    payload        BLOB,
    CHECK (sequence >= 0 AND sequence_count >= 1),
    CHECK (payload IS NOT NULL OR gap_reason IS NOT NULL)
);

INSERT INTO item (interconnect, group_index, sequence, sequence_count, origin_nanos, first_unit, unit_count, is_key, gap_reason,
                  received_nanos, crc, payload)
SELECT interconnect, group_index, sequence, sequence_count, origin_nanos, first_unit, unit_count, is_key, gap_reason,
       received_nanos, crc, payload
FROM item_with_key ORDER BY rowid;

DROP TABLE item_with_key;

-- Consecutive items of a group: the row of the first, then the distance from row to row, 7 bits a byte, low ones first.
CREATE TABLE item_extent (
    interconnect   BIGINT   NOT NULL,
    group_index    SMALLINT NOT NULL,
    first_sequence BIGINT   NOT NULL,
    next_sequence  BIGINT   NOT NULL,
    last_key       BIGINT,
    first_item     BIGINT   NOT NULL,
    last_item      BIGINT   NOT NULL,
    items          BLOB     NOT NULL,
    PRIMARY KEY (interconnect, group_index, first_sequence),
    FOREIGN KEY (interconnect, group_index) REFERENCES sensor_group (interconnect, group_index) ON DELETE CASCADE
) WITHOUT ROWID;

-- Rows of item up to indexed_through are in extents; later ones may be. without_items: an interconnect that is about to be removed.
CREATE TABLE item_log (
    indexed_through BIGINT NOT NULL,
    without_items   BIGINT
);
INSERT INTO item_log VALUES (0, NULL);

CREATE TRIGGER items_of_interconnect BEFORE DELETE ON interconnect
    WHEN NOT EXISTS (SELECT 1 FROM item_log WHERE without_items = OLD.id) BEGIN
    DELETE FROM item WHERE interconnect = OLD.id
        AND id BETWEEN (SELECT min(first_item) FROM item_extent WHERE interconnect = OLD.id)
                   AND (SELECT max(last_item) FROM item_extent WHERE interconnect = OLD.id);
    DELETE FROM item WHERE interconnect = OLD.id AND id > (SELECT indexed_through FROM item_log);
END;
