package org.banip.surrogate.detection;

import java.util.List;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/**
 * The detectors of a host: makes the watch of each session. Any thread.
 *
 * @param rules the rules in force; the same object until they change
 * @param mostOfBan how many detectors that a BAN declares are run for it
 * @param findings is told what they find
 * @param store has what came before the watch began
 * @param transcoders the components of chains
 */
public record BanDetectors(
        Supplier<AlertRules> rules,
        int mostOfBan,
        BanFindings findings,
        Store store,
        Transcoders transcoders,
        HostClock clock) {
    /**
     * Refuses detectors that a BAN declares and that are wrong, or do not fit its groups. A host that runs none does not look at them.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} with the detector, what was seen and what is allowed
     */
    public void check(RegistrationRequest request) {
        if (runsThoseOfBans()) {
            List<String> unused = rulesOf(request).check(request.ban());
        }
    }

    private static AlertRules rulesOf(RegistrationRequest request) {
        return AlertRules.ofDeclarations(
                request.detectors(), "BAN " + request.ban().id());
    }

    /** What a BAN declares, after the {@linkplain #check check}; of that the first ones are run. */
    DeclaredRules declared(RegistrationRequest request) {
        int number = request.detectors().size();
        return runsThoseOfBans()
                ? new DeclaredRules(
                        number, request.detectors(), rulesOf(request).first(mostOfBan))
                : new DeclaredRules(number, List.of(), AlertRules.NONE);
    }

    /** Whether detectors that BANs declare are run at all. */
    boolean runsThoseOfBans() {
        return mostOfBan > 0;
    }

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
