package org.banip.measure.paths;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.paths.scenario.Sharing;
import org.banip.measure.paths.scenario.StudiedCase;

/**
 * One run.
 *
 * @param studied its case
 * @param transport that carries the load
 * @param repeat from 1
 */
record PlannedRun(StudiedCase studied, Transport transport, int repeat) {
    private static final int PATIENCE_TIMES = 12;
    /** Scenarios whose published figures are those of QUIC. */
    private static final Set<Scenario> QUIC = Set.of(Scenario.PALS, Scenario.HAND_OVER, Scenario.REGIONAL);

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** All runs, the longest first, so that no long one is left at the end. */
    static List<PlannedRun> plan(PathsSettings settings) {
        List<PlannedRun> runs = new ArrayList<>();
        for (int repeat = 1; repeat <= settings.repeats(); repeat++) {
            for (Scenario scenario : settings.scenarios()) {
                for (StudiedCase studied : settings.of(scenario)) {
                    runs.addAll(of(studied, repeat, settings));
                }
            }
        }
        runs.sort(Comparator.comparingDouble(PlannedRun::expectedSeconds).reversed()); // stable
        return runs;
    }

    private static List<PlannedRun> of(StudiedCase studied, int repeat, PathsSettings settings) {
        if (repeat > 1 && studied.once()
                || studied.variation().congestionControl().equals(Optional.of(settings.congestionControl()))) {
            return List.of();
        }
        return settings.transports().stream()
                .filter(transport -> carries(transport, studied, settings))
                .map(transport -> new PlannedRun(studied, transport, repeat))
                .toList();
    }

    private static boolean carries(Transport transport, StudiedCase studied, PathsSettings settings) {
        if (transport == Transport.BANIP_HTTP3) {
            return QUIC.contains(studied.scenario())
                    && !studied.once()
                    && !settings.mbu().quic();
        }
        if (studied.trouble().brokerDies().isPresent()
                || studied.variation().scheduler().isPresent()
                || studied.variation().reinject().isPresent()) {
            return transport == Transport.BANIP;
        }
        if (transport.program().isPresent() && !offered(studied)) {
            return false;
        }
        if (studied.scenario() == Scenario.FAIL_OVER) { // when a path counts as late is a matter of several
            return studied.variation().detectAfter().isPresent() == transport.detects();
        }
        return transport.ours() || studied.scenario() != Scenario.ALARM; // a plain stream has none
    }

    /** Whether a program is offered a case: paths are addresses of its receiver, so one bottleneck is one path; variations are for the others. */
    private static boolean offered(StudiedCase studied) {
        return !studied.once() && studied.sharing() != Sharing.BOTTLENECK;
    }

    /** Its name in results. */
    String name() {
        return studied.scenario().token() + "-" + studied.name() + "-" + transport.token() + "-" + repeat;
    }

    /** Its paths as links, in the order of their numbers. */
    LinkProfile links(PathsSettings settings) {
        List<LinkSettings> links = transport.paths(studied).stream()
                .map(number -> studied.paths().get(number).link(reading(settings), congestionControl(settings)))
                .toList();
        return new LinkProfile(studied.scenario().token() + "-" + studied.name(), studied.pathsText(), links);
    }

    /** How its delays are read. */
    Reading reading(PathsSettings settings) {
        return studied.variation().otherReading() ? settings.reading().other() : settings.reading();
    }

    private String congestionControl(PathsSettings settings) {
        return studied.variation().congestionControl().orElse(settings.congestionControl());
    }

    /** Its congestion control, as results name it. */
    String controlText(PathsSettings settings) {
        if (transport.program().isPresent()) {
            return transport.program().get().congestionControl();
        }
        return transport.ours() && settings.mbu().of(transport).quic() ? "bbr (QUIC)" : congestionControl(settings);
    }

    /** The same for all transports of a case and repeat. */
    long seed(PathsSettings settings) {
        return settings.cases().seed() * 1000 + repeat;
    }

    double expectedSeconds() {
        return studied.expectedSeconds(transport.paths(studied));
    }

    /** How long it may take, the same for all transports. */
    Duration patience() {
        double alone = studied.expectedSeconds(List.of(studied.single()));
        return PATIENCE.plus(Duration.ofSeconds((long) (PATIENCE_TIMES * alone)));
    }
}
