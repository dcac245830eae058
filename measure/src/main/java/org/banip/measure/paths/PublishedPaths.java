package org.banip.measure.paths;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Leaving;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.paths.scenario.StudiedCase;

/**
 * Figures of Nakayama et al. (2020), who have none of SCTP. BANip stands beside their multipath QUIC, over a single path beside their QUIC. True and
 * Armitage (2015) give outcomes in words only. Of Okunishi et al. (2022) there are lost packets, with Wi-Fi out of range after about 2 s.
 */
final class PublishedPaths {
    /** Of a published transfer. */
    static final long BYTES = 20_000_000;

    private PublishedPaths() {}

    /** Whose figure stands beside that of a transport. */
    static String name(Transport transport, StudiedCase studied) {
        if (studied.scenario() == Scenario.OKUNISHI) {
            return "Okunishi";
        }
        return switch (transport) {
            case BANIP, BANIP_HTTP3, MPQUIC -> "MPQUIC";
            case BANIP_SINGLE -> "QUIC";
            case MPTCP -> "MPTCP";
            case SCTP -> "SCTP";
            case TCP -> "TCP";
        };
    }

    /** The published figure; empty if there is none. No broker died in the papers. */
    static OptionalDouble of(Transport transport, StudiedCase studied) {
        if (studied.trouble().brokerDies().isPresent()) {
            return OptionalDouble.empty();
        }
        return switch (studied.scenario()) {
            case PALS -> pals(transport, lossy(studied));
            case HAND_OVER -> handOver(transport);
            case REGIONAL -> regional(transport, studied.work().bytes() / (double) BYTES);
            case OKUNISHI -> okunishi(studied);
            case FAIL_OVER, PATH_BREAK, ALARM, SHARED, COST, SOAK -> OptionalDouble.empty();
        };
    }

    private static boolean lossy(StudiedCase studied) {
        return studied.paths().stream().anyMatch(path -> path.lossPercent() > 0);
    }

    private static OptionalDouble pals(Transport transport, boolean lossy) {
        return switch (transport) {
            case BANIP, BANIP_HTTP3, MPQUIC -> OptionalDouble.of(lossy ? 0.8737 : 0.8864);
            case BANIP_SINGLE -> OptionalDouble.of(lossy ? 0.6422 : 0.6586);
            case MPTCP -> OptionalDouble.of(lossy ? 0.6086 : 0.6458);
            case TCP -> OptionalDouble.of(lossy ? 0.5442 : 0.6276);
            case SCTP -> OptionalDouble.empty();
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
            case BANIP, BANIP_HTTP3, MPQUIC -> OptionalDouble.of(0.69);
            case MPTCP -> OptionalDouble.of(0.67);
            case BANIP_SINGLE, SCTP, TCP -> OptionalDouble.empty();
        };
    }

    /** Seconds for a share of 20 MB. */
    private static OptionalDouble regional(Transport transport, double share) {
        return switch (transport) {
            case BANIP, BANIP_HTTP3, MPQUIC -> OptionalDouble.of(102 * share);
            case BANIP_SINGLE -> OptionalDouble.of(100 * share);
            case MPTCP -> OptionalDouble.of(155 * share);
            case TCP -> OptionalDouble.of(159.5 * share);
            case SCTP -> OptionalDouble.empty();
        };
    }
}
