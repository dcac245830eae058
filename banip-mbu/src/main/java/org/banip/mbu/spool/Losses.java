package org.banip.mbu.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.core.packet.Gap;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.WakeUp;

/**
 * Puts gaps in place of what the host has lost or cannot decode, and of what is given up. Counts them, and records them. Gaps are smaller than what
 * they replace, so the encoding thread is woken. Guarded by the spool's monitor.
 */
final class Losses {
    private final List<GroupSpool> spools;
    private final List<GroupCounters> counters;
    private final Recorder recorder;
    private final Occupancy occupancy;
    private final SteadyClock clock;
    private final WakeUp roomMade;

    Losses(
            List<GroupSpool> spools,
            List<GroupCounters> counters,
            Recorder recorder,
            Occupancy occupancy,
            SteadyClock clock,
            WakeUp roomMade) {
        this.spools = spools;
        this.counters = counters;
        this.recorder = recorder;
        this.occupancy = occupancy;
        this.clock = clock;
        this.roomMade = roomMade;
    }

    /** The items of a group from a number on that the host had stored and has lost, and the packets that cannot be decoded without them. */
    List<Gap> ofHost(int group, long hostNext) {
        GroupSpool spool = spools.get(group);
        List<Gap> gaps = new ArrayList<>(spool.declareLost(hostNext, clock.epochNanos()));
        gaps.addAll(spool.giveUpUndecodable(false));
        return declared(spool, gaps);
    }

    /** The first packet of a group, which the host cannot decode, and the packets that depend on it. */
    List<Gap> undecodable(int group) {
        GroupSpool spool = spools.get(group);
        return declared(spool, spool.giveUpUndecodable(true));
    }

    /** The packets of a group that were never sent and were sampled before an instant, and the packets that depend on them. */
    List<Gap> thinned(int group, long usefulFromNanos) {
        GroupSpool spool = spools.get(group);
        List<Gap> gaps = spool.unsent.thin(usefulFromNanos);
        return gaps.isEmpty() ? gaps : declared(spool, gaps);
    }

    /** All items get the numbers of another session. The packets are declared that cannot be decoded there. */
    List<Gap> ofAnotherSession(UUID session) {
        List<Gap> gaps = new ArrayList<>();
        for (GroupSpool spool : spools) {
            spool.renumber(clock.epochNanos());
            List<Gap> undecodable = spool.giveUpUndecodable(false);
            undecodable.forEach(counters.get(spool.group)::countGap);
            gaps.addAll(undecodable);
        }
        occupancy.count();
        recorder.renumbered(session);
        wake(gaps);
        return gaps;
    }

    private List<Gap> declared(GroupSpool spool, List<Gap> gaps) {
        gaps.forEach(counters.get(spool.group)::countGap);
        recorder.changed(spool);
        occupancy.count();
        wake(gaps);
        return gaps;
    }

    private void wake(List<Gap> declared) {
        if (!declared.isEmpty()) {
            roomMade.raise();
        }
    }
}
