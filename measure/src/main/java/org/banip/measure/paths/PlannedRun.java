package org.banip.measure.paths;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Scenario;
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
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** All runs, the longest first, so that no long one is left at the end. */
    static List<PlannedRun> plan(PathsSettings settings) {
        List<PlannedRun> runs = new ArrayList<>();
        for (int repeat = 1; repeat <= settings.repeats(); repeat++) {
            for (Scenario scenario : settings.scenarios()) {
                for (StudiedCase studied : settings.cases().of(scenario)) {
                    for (Transport transport : Transport.values()) {
                        if (carries(transport, studied)) {
                            runs.add(new PlannedRun(studied, transport, repeat));
                        }
                    }
                }
            }
        }
        runs.sort(Comparator.comparingDouble(PlannedRun::expectedSeconds).reversed()); // stable
        return runs;
    }

    /** A plain stream has no alarms. In fail-over the MBU with several paths has cases of its own, by when a path counts as late. */
    private static boolean carries(Transport transport, StudiedCase studied) {
        if (studied.scenario() == Scenario.FAIL_OVER) {
            return studied.detectAfter().isPresent() == (transport == Transport.BANIP);
        }
        return transport.ours() || studied.scenario() != Scenario.ALARM;
    }

    /** Its name in results. */
    String name() {
        return studied.scenario().token() + "-" + studied.name() + "-" + transport.token() + "-" + repeat;
    }

    /** Its paths as links, in the order of their numbers. */
    LinkProfile links(PathsSettings settings) {
        List<LinkSettings> links = transport.paths(studied).stream()
                .map(number -> studied.paths().get(number).link(settings.reading(), settings.congestionControl()))
                .toList();
        return new LinkProfile(studied.scenario().token() + "-" + studied.name(), studied.pathsText(), links);
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
