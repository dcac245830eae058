package org.banip.surrogate.detection;

import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/**
 * The detectors of a host: makes the watch of each session. Any thread.
 *
 * @param rules the rules in force; the same object until they change
 * @param findings is told what they find
 * @param store has what came before the watch began
 * @param transcoders the components of chains
 */
public record BanDetectors(
        Supplier<AlertRules> rules, BanFindings findings, Store store, Transcoders transcoders, HostClock clock) {
    /**
     * The watch of a session, which has not begun.
     *
     * @param id begins each log line
     * @param reception what the host knows of the session's items
     */
    public SessionWatch watch(
            InterconnectRecord record, SurrogateDescription surrogate, String id, SessionWatch.Reception reception) {
        return new SessionWatch(this, record, surrogate, id, reception);
    }
}
