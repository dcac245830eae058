package org.banip.surrogate.alerting;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;

/** The group by whose events an MBU tells what its own detectors find. Events that do not keep to the form tell nothing. */
final class MbuFindings extends GroupFindings {
    private final SampleLayout layout;
    private final Set<String> groups;

    MbuFindings(BanDescription ban, SensorGroup group) {
        layout = new SampleLayout(group);
        groups = ban.groups().stream().map(SensorGroup::name).collect(Collectors.toSet());
    }

    @Override
    BanFinding.By by() {
        return BanFinding.By.MBU;
    }

    @Override
    boolean wants() {
        return true;
    }

    @Override
    void packet(PacketHeader header, byte[] sets, long monotonicNanos) {
        needs(header.sequence() + 1);
        for (int unit = 0; unit < header.unitCount(); unit++) {
            int at = unit * layout.setBytes();
            FindingEvent event = new FindingEvent(layout.read(sets, at, 0), layout.text(sets, at));
            if (event.sample() == FindingEvent.BEGUN) {
                later(null);
            } else {
                long nanos = layout.instantNanos(sets, at, header.originNanos(), header.firstUnit() + unit);
                event.finding(nanos)
                        .filter(finding -> groups.contains(finding.group()))
                        .ifPresent(this::later);
            }
        }
    }

    /** The MBU tells what has begun and ended; the host's rules and its clock are nothing to it. */
    @Override
    void follow(AlertRules rules) {}

    @Override
    void gap(Gap gap, long monotonicNanos) {}

    @Override
    void time(long monotonicNanos, long epochNanos) {}

    @Override
    void giveUp() {}

    @Override
    List<Finding> holding() {
        return List.of();
    }
}
