package org.banip.recordings.export;

import org.banip.core.error.BanipException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the items of an export that cannot be read or decoded, and names the first ones in the log. One thread at a time. */
final class DamageLog {
    private static final Logger LOG = LoggerFactory.getLogger(DamageLog.class);
    private static final int MOST_NAMED = 100;

    private long items;

    void add(BanipException cause) {
        items++;
        if (items <= MOST_NAMED) {
            LOG.warn("not exported: {}", cause.getMessage());
        } else if (items == MOST_NAMED + 1) {
            LOG.warn("not exported: more items of this group, which are counted only");
        }
    }

    long items() {
        return items;
    }
}
