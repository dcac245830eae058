package org.banip.app.gateway;

import java.util.concurrent.atomic.AtomicLong;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.store.InterconnectRecord;
import org.slf4j.Logger;

/** Tells what could not be given on, and counts it. Any thread. */
final class FeedLog {
    private static final Logger LOG = ServerLog.of(FeedLog.class);

    private final PeerLog lines = PeerLog.ofAnybody(System::nanoTime);
    private final AtomicLong passedOver = new AtomicLong();
    private final AtomicLong given = new AtomicLong();

    /** Items of a group cannot be given on: these are damaged, do not decode, or are refused by the gateway. */
    void passedOver(InterconnectRecord record, String group, long items, String why) {
        passedOver.addAndGet(items);
        String ban = record.ban().id();
        lines.happened(
                "passed over",
                ban,
                end -> LOG.error("{}: BAN {}, {}: not sent: {}{}", record.session(), ban, group, why, end));
    }

    /** A session is not given on now. */
    void held(InterconnectRecord record, String why) {
        String ban = record.ban().id();
        lines.happened(
                "held", ban, end -> LOG.warn("{}: BAN {} waits in the store: {}{}", record.session(), ban, why, end));
    }

    /** The store or the file of the positions failed. */
    void failed(String what, RuntimeException cause) {
        lines.happened(what, "", end -> LOG.error("- {}, tried again: {}{}", what, cause.getMessage(), end));
    }

    /** A packet is in a spool. */
    void given() {
        given.incrementAndGet();
    }

    long givenPackets() {
        return given.get();
    }

    long passedOverItems() {
        return passedOver.get();
    }
}
