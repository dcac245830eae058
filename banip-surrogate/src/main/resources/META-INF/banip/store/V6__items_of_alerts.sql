-- found_item, over_item: the sequence number of the last item of the group when a detector decided that an alert begins, and that it is over; NULL in
-- rows of schema version 5. Unlike found_nanos and over_nanos they rise within a session, also if the MBU's clock is set back.
ALTER TABLE alert ADD COLUMN found_item BIGINT;
ALTER TABLE alert ADD COLUMN over_item BIGINT;
