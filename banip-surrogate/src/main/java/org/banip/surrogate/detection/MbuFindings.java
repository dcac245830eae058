package org.banip.surrogate.detection;

import java.util.HashSet;
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
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** The group by whose events an MBU tells what its own detectors find. Events that do not keep to the form tell nothing. */
final class MbuFindings extends GroupFindings {
    private static final Logger LOG = ServerLog.of(MbuFindings.class);
    /**
     * Detectors, each with one of its kinds, of which a session may tell: who registers a BAN could name any number. As many have room in the queue of
     * findings that wait.
     */
    static final int MOST = 1000;

    private static final String DETECTOR = "detectors-of-mbu";
    private static final String KIND = "too-many-";
    private static final String UNIT = "{detector}";

    private final String session;
    private final String name;
    private final SampleLayout layout;
    private Set<String> groups;
    /** What has begun and has not ended since the MBU's detectors began, by detector and kind. */
    private final Map<String, Finding> holding = new LinkedHashMap<>();
    /** Whether that is all: their beginning was seen. */
    private boolean known;

    /** Of which the session has told, by detector and kind. */
    private final Set<String> told = new HashSet<>();

    /** @param session names it in the log */
    MbuFindings(String session, BanDescription ban, SensorGroup group) {
        this.session = session;
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
        String key = key(finding);
        if (!told.contains(key) && told.size() == MOST) {
            if (finding.begins()) {
                leftOut(finding);
            }
            return;
        }
        told.add(key);
        if (finding.begins()) {
            holding.put(key, finding);
        } else {
            holding.remove(key);
        }
        later(finding);
    }

    private static String key(Finding finding) {
        return finding.detector() + " " + finding.kind();
    }

    /** One finding of the same severity says that there is more. It holds until the MBU's detectors begin anew. */
    private void leftOut(Finding finding) {
        Finding more = new Finding(
                DETECTOR,
                KIND + finding.severity().token(),
                finding.severity(),
                true,
                name,
                "",
                MOST,
                UNIT,
                finding.sinceNanos(),
                finding.atNanos());
        if (holding.putIfAbsent(key(more), more) == null) {
            LOG.warn(
                    "{}: the MBU has told of {} detectors and kinds; what others find is left out, severity {}",
                    session,
                    MOST,
                    finding.severity().token());
            later(more);
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
    Optional<List<Finding>> holding() {
        return known ? Optional.of(List.copyOf(holding.values())) : Optional.empty();
    }
}
