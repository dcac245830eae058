-- When the session ended in order: it was deregistered, or its surrogate cancelled it. NULL while it goes on, after it expired, and in rows of earlier
-- schema versions. Not in row_crc: it says nothing about the record.
ALTER TABLE interconnect ADD COLUMN ended_nanos BIGINT;
