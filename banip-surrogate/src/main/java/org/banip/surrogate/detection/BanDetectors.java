package org.banip.surrogate.detection;

import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.banip.alerts.AlertRules;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.api.Disappearance;
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
 * @param absent BANs whose sessions have expired
 * @param faults groups that are not watched
 * @param idle detectors that watch nothing
 */
public record BanDetectors(
        Supplier<AlertRules> rules,
        int mostOfBan,
        BanFindings findings,
        Store store,
        Transcoders transcoders,
        HostClock clock,
        AbsentBans absent,
        DetectorFaults faults,
        IdleDetectors idle) {
    /** Looks what is due, and which detectors watch nothing. To be called about once a second. */
    public void tick(AbsentBans.Work work) {
        absent.tick(work);
        idle.tick();
    }

    /** What is not watched, if anything: groups of which a detector failed, and detectors that watch nothing. */
    public Optional<String> problem() {
        List<String> all = Stream.of(faults.problem(), idle.problem())
                .flatMap(Optional::stream)
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }

    /** A session is here. */
    void appeared(InterconnectRecord record) {
        absent.appeared(record);
        idle.appeared(record);
    }

    /** A session that was here has ended. */
    void ended(InterconnectRecord record, DeclaredRules own, Disappearance reason) {
        idle.ended(record);
        absent.ended(record, own.rules(), reason);
    }

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

    /**
     * What a BAN declares, after the {@linkplain #check check}; of that the first ones are run, as many as there is memory for.
     *
     * @param room takes room for this many bytes, in place of what it took before, or says that there is none
     */
    DeclaredRules declared(RegistrationRequest request, LongPredicate room) {
        int number = request.detectors().size();
        if (!runsThoseOfBans()) {
            return new DeclaredRules(number, List.of(), AlertRules.NONE, 0);
        }
        AlertRules all = rulesOf(request);
        AlertRules run = all.first(mostOfBan);
        while (!room.test(run.memoryBytes(request.ban()))) {
            run = all.first(run.names().size() - 1);
        }
        return new DeclaredRules(number, request.detectors(), run, run.memoryBytes(request.ban()));
    }

    /** Whether this is what the BAN has declared before, and all of it is run that may be. */
    boolean isSame(DeclaredRules before, RegistrationRequest request) {
        int number = request.detectors().size();
        return number == before.number()
                && (!runsThoseOfBans()
                        || request.detectors().equals(before.declarations())
                                && before.rules().names().size() == Math.min(number, mostOfBan)
                                && before.rules().memoryBytes(request.ban()) == before.bytes());
    }

    /** Keeps those that are run, for the host that comes after this one. Writes to the store: for a worker only. */
    void keep(InterconnectRecord record, DeclaredRules declared) {
        List<String> run = declared.rules().declarations();
        store.keepDetectors(record, run.isEmpty() ? "" : "{\"detectors\":[" + String.join(",", run) + "]}");
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
