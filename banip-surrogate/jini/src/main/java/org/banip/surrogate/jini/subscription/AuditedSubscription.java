package org.banip.surrogate.jini.subscription;

import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.SeenPacket;
import org.banip.server.audit.SeenRanges;
import org.banip.server.audit.Who;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.reduction.Reduction;

/**
 * A subscription for the audit log (docs/audit.md): its begin, which must be kept before anything is sent, and at its end, for each group, what was
 * handed over. Subscribers are not told apart, so who it is, is {@code viewer}. Any thread.
 *
 * @param audit takes the entries
 * @param viewer how the subscriber proved its right
 * @param from the address of its process
 * @param surrogate what it sees
 * @param wanted what of it is wanted
 * @param seen what was handed over
 * @param begun whether the begin was kept and the end was not
 */
record AuditedSubscription(
        Audit audit,
        Who viewer,
        String from,
        SurrogateDescription surrogate,
        Reduction wanted,
        SeenRanges seen,
        AtomicBoolean begun) {
    AuditedSubscription(Audit audit, Who viewer, String from, SurrogateDescription surrogate, Reduction wanted) {
        this(audit, viewer, from, surrogate, wanted, new SeenRanges(), new AtomicBoolean());
    }

    /**
     * Waits until the begin is kept.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if it cannot be kept
     */
    void begin() {
        AuditEntry entry = entry(AuditEvent.VIEW_BEGUN)
                .with(
                        "groups",
                        surrogate.ban().groups().stream().map(SensorGroup::name).toList());
        if (!wanted.isNone()) {
            // As it was understood, not as it was written: a text may be longer than what is kept of it.
            entry.withObject("reduced", wanted.fields());
        }
        try {
            audit.confirm(entry).join();
            begun.set(true);
        } catch (CompletionException e) {
            throw e.getCause() instanceof BanipException known
                    ? known
                    : new BanipException(ErrorCode.INTERNAL, "internal error", e);
        }
    }

    private AuditEntry entry(AuditEvent event) {
        return AuditEntry.of(event)
                .by(viewer)
                .from(from)
                .with("ban", surrogate.ban().id())
                .with("session", surrogate.session().toString());
    }

    /** Sensor sets are handed over. */
    void shows(SensorData data) {
        if (audit != Audit.OFF) {
            seen.add(
                    SeenPacket.of(data.group().name(), data.header().sequence(), data.unitCount(), data::instantNanos));
        }
    }

    /** Nothing more is sent. */
    void end() {
        if (begun.compareAndSet(true, false)) {
            audit.record(seen.addTo(entry(AuditEvent.VIEW_ENDED), wanted.isNone()));
        }
    }
}
