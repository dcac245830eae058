package org.banip.surrogate.detection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    /** More than this cannot hold; who registers a BAN could name any number. */
    private static final int MOST = 1000;

    private final String name;
    private final SampleLayout layout;
    private Set<String> groups;
    /** What has begun and has not ended since the MBU's detectors began, by detector and kind. */
    private final Map<String, Finding> holding = new LinkedHashMap<>();
    /** Whether that is all: their beginning was seen. */
    private boolean known;

    MbuFindings(BanDescription ban, SensorGroup group) {
        name = group.name();
        layout = new SampleLayout(group);
        groups = names(ban);
    }

    private static Set<String> names(BanDescription ban) {
        return ban.groups().stream().map(SensorGroup::name).collect(Collectors.toSet());
    }

    @Override
    void described(BanDescription ban) {
        groups = names(ban);
    }

    @Override
    String name() {
        return name;
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
        in(header.sequence() + 1);
        for (int unit = 0; unit < header.unitCount(); unit++) {
            int at = unit * layout.setBytes();
            FindingEvent event = new FindingEvent(layout.read(sets, at, 0), layout.text(sets, at));
            if (event.sample() == FindingEvent.BEGUN) {
                begun();
            } else {
                long nanos = layout.instantNanos(sets, at, header.originNanos(), header.firstUnit() + unit);
                event.finding(nanos)
                        .filter(finding -> groups.contains(finding.group()))
                        .ifPresent(this::found);
            }
        }
    }

    private void begun() {
        holding.clear();
        known = true;
        if (!isAgain()) { // in what was stored, it may be long ago
            later(null);
        }
    }

    private void found(Finding finding) {
        String key = finding.detector() + " " + finding.kind();
        if (!finding.begins()) {
            holding.remove(key);
        } else if (holding.size() < MOST) {
            holding.put(key, finding);
        }
        later(finding);
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
    Optional<List<Finding>> holding() {
        return known ? Optional.of(List.copyOf(holding.values())) : Optional.empty();
    }
}
