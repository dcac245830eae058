package org.banip.measure.paths;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Leaving;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.paths.scenario.StudiedCase;

/**
 * Figures of Nakayama et al. (2020). BANip stands beside their multipath QUIC, over a single path beside their QUIC. True and Armitage (2015) give
 * outcomes in words only. Of Okunishi et al. (2022) there are lost packets, with Wi-Fi out of range after about 2 s.
 */
final class PublishedPaths {
    private static final double PERCENT = 100;
    private static final double PUBLISHED_BYTES = 20e6;

    private PublishedPaths() {}

    /** Whose figure stands beside that of a transport. */
    static String name(Transport transport, StudiedCase studied) {
        if (studied.scenario() == Scenario.OKUNISHI) {
            return "Okunishi";
        }
        return switch (transport) {
            case BANIP, BANIP_HTTP3 -> "MPQUIC";
            case BANIP_SINGLE -> "QUIC";
            case MPTCP -> "MPTCP";
            case TCP -> "TCP";
        };
    }

    /** The published figure; empty if there is none. No broker died in the papers. */
    static OptionalDouble of(Transport transport, StudiedCase studied) {
        if (studied.trouble().brokerDies().isPresent()) {
            return OptionalDouble.empty();
        }
        return switch (studied.scenario()) {
            case PALS -> OptionalDouble.of(pals(transport, lossy(studied)) / PERCENT);
            case HAND_OVER -> handOver(transport);
            case REGIONAL ->
                OptionalDouble.of(regional(transport) * studied.work().bytes() / PUBLISHED_BYTES);
            case OKUNISHI -> okunishi(studied);
            case FAIL_OVER, ALARM, SHARED, SOAK -> OptionalDouble.empty();
        };
    }

    private static boolean lossy(StudiedCase studied) {
        return studied.paths().stream().anyMatch(path -> path.lossPercent() > 0);
    }

    private static double pals(Transport transport, boolean lossy) {
        return switch (transport) {
            case BANIP, BANIP_HTTP3 -> lossy ? 87.37 : 88.64;
            case BANIP_SINGLE -> lossy ? 64.22 : 65.86;
            case MPTCP -> lossy ? 60.86 : 64.58;
            case TCP -> lossy ? 54.42 : 62.76;
        };
    }

    /** Packets lost, by the rate of LTE. */
    private static OptionalDouble okunishi(StudiedCase studied) {
        Optional<Leaving> leaving = studied.variation().leaving();
        if (leaving.isEmpty() || !studied.name().startsWith("cut")) {
            return OptionalDouble.empty();
        }
        int rate = List.of(5.0, 7.5, 10.0).indexOf(studied.paths().get(1).megabits());
        double[] lost = switch (leaving.get().scheduler()) {
            case "reachability" -> new double[] {3.1, 0.2, 0.8};
            case "ecf" -> new double[] {41.0, 38.4, 39.6};
            default -> new double[] {39.5, 39.3, 39.0};
        };
        return OptionalDouble.of(lost[rate]);
    }

    /** Published of 3.5 Mbit/s: 66.66 and 64.91 %; here of the 3.4 Mbit/s that were available over time. */
    private static OptionalDouble handOver(Transport transport) {
        return switch (transport) {
            case BANIP, BANIP_HTTP3 -> OptionalDouble.of(0.69);
            case MPTCP -> OptionalDouble.of(0.67);
            case BANIP_SINGLE, TCP -> OptionalDouble.empty();
        };
    }

    /** Seconds for 20 MB. */
    private static double regional(Transport transport) {
        return switch (transport) {
            case BANIP, BANIP_HTTP3 -> 102;
            case BANIP_SINGLE -> 100;
            case MPTCP -> 155;
            case TCP -> 159.5;
        };
    }
}
