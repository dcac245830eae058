package org.banip.mbu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.mbu.interconnect.Interconnect;
import org.banip.mbu.interconnect.LinkCounters;
import org.banip.mbu.interconnect.PathCounters;
import org.banip.mbu.interconnect.PathMeter;
import org.banip.mbu.interconnect.PathView;
import org.banip.mbu.send.RunningSendPath;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.stage.GroupCounters;

/** Makes an MBU's status from the counters of its stages. Any thread. */
final class StatusReport {
    private final RunningSendPath sending;
    private final Interconnect interconnect;

    StatusReport(RunningSendPath sending) {
        this.sending = sending;
        interconnect = sending.interconnect();
    }

    MbuStatus now(boolean closed) {
        return new MbuStatus(
                state(closed),
                interconnect.session(),
                groupStatus(),
                linkStatus(),
                pathStatus(),
                sending.conditions(),
                interconnect.broker(),
                interconnect
                        .clockOffset()
                        .map(estimate -> new ClockOffset(estimate.offsetNanos(), estimate.roundTripNanos())),
                interconnect.retryIn(),
                interconnect.problem(),
                sending.failure());
    }

    private MbuState state(boolean closed) {
        if (sending.failure().isPresent()) {
            return MbuState.FAILED;
        }
        if (closed) {
            return MbuState.CLOSED;
        }
        if (!interconnect.everRegistered()) {
            return MbuState.REGISTERING;
        }
        return interconnect.connected() ? MbuState.CONNECTED : MbuState.DISCONNECTED;
    }

    private LinkStatus linkStatus() {
        LinkCounters count = interconnect.counters();
        return new LinkStatus(
                count.registrations(),
                count.resumes(),
                traffic(UplinkContext.Traffic::connections),
                traffic(UplinkContext.Traffic::bytesOut),
                traffic(UplinkContext.Traffic::bytesIn),
                count.keepAlives(),
                count.commands(),
                interconnect.bytesUnderWay(),
                interconnect.sendWindowBytes(),
                sending.eventsLost());
    }

    private long traffic(ToLongFunction<UplinkContext.Traffic> counter) {
        return interconnect.paths().stream()
                .map(PathView::traffic)
                .mapToLong(counter)
                .sum();
    }

    private List<PathStatus> pathStatus() {
        List<PathStatus> all = new ArrayList<>();
        for (PathView path : interconnect.paths()) {
            PathMeter meter = path.meter();
            PathCounters sent = meter.counters();
            long roundTripNanos = meter.smoothedRoundTripNanos();
            all.add(new PathStatus(
                    path.settings(),
                    path.networkThere(),
                    path.connected(),
                    path.standsBy(),
                    path.timeLeft(),
                    meter.bytesPerSecond(),
                    roundTripNanos == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(roundTripNanos)),
                    path.traffic().bytesOut(),
                    path.traffic().bytesIn(),
                    sent.packets(),
                    sending.spool().sentAgain(all.size()),
                    sent.packetsRedundant(),
                    sent.bytesRedundant(),
                    sent.packetsReinjected(),
                    sent.bytesReinjected(),
                    path.bytesUnderWay(),
                    path.sendWindowBytes(),
                    path.problem()));
        }
        return all;
    }

    private static boolean isLowerRate(List<SensorGroup> groups, SensorGroup group) {
        Optional<String> name = Optional.of(group.name());
        return groups.stream()
                .anyMatch(of -> of.thinning().map(Thinning::as).equals(name)
                        || (of.lateAs().equals(name) && isLowerRate(groups, of)));
    }

    private List<GroupStatus> groupStatus() {
        List<GroupStatus> all = new ArrayList<>();
        List<SensorGroup> groups = sending.groups();
        for (int g = 0; g < groups.size(); g++) {
            GroupCounters count = sending.counters().get(g);
            all.add(new GroupStatus(
                    groups.get(g).name(),
                    count.unitsProduced.get(),
                    count.unitsDropped.get(),
                    count.unitsOutOfOrder.get(),
                    count.unitsEncoded.get(),
                    count.unitsSent.get(),
                    count.unitsAcknowledged.get(),
                    count.unitsInGaps.get(),
                    count.unitsSpoolFull.get(),
                    count.unitsSensorSilent.get(),
                    count.unitsThinned.get(),
                    count.unitsReduced.get(),
                    count.unitsMoved.get(),
                    count.thinned.get(),
                    isLowerRate(groups, groups.get(g)),
                    count.retired.get(),
                    count.packets.get(),
                    count.packetsAcknowledged.get(),
                    count.gaps.get(),
                    count.retransmissions.get(),
                    count.bytesRaw.get(),
                    count.bytesEncoded.get(),
                    count.bytesFramed.get(),
                    sending.spool().packets(g),
                    sending.spool().bytes(g)));
        }
        return all;
    }
}
