package org.banip.alerts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.alerts.finding.FindingListener;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Condition;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorSite;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/** A detector at its place, and what it has found. One thread. */
final class RunningDetector implements DetectorSite {
    private final DeclaredDetector declared;
    private final SensorGroup group;
    private final SampleLayout layout;
    private final FindingListener listener;
    private final List<ActiveCondition> conditions = new ArrayList<>();
    private final Detector detector;

    /** Starts it; throws an exception if the group does not fit. */
    RunningDetector(DeclaredDetector declared, SensorGroup group, SampleLayout layout, FindingListener listener) {
        this.declared = declared;
        this.group = group;
        this.layout = layout;
        this.listener = listener;
        if (group.events().isPresent()) {
            throw unfit("it has events; detectors watch groups with a sampling grid only");
        }
        try {
            detector = declared.plan().start(this);
        } catch (BanipException e) {
            if (String.valueOf(e.getMessage()).startsWith(declared.where())) {
                throw e;
            }
            throw new BanipException(e.code(), where() + e.getMessage(), e);
        }
    }

    DeclaredDetector declared() {
        return declared;
    }

    Detector detector() {
        return detector;
    }

    List<ActiveCondition> conditions() {
        return conditions;
    }

    @Override
    public SensorGroup group() {
        return group;
    }

    @Override
    public SampleLayout layout() {
        return layout;
    }

    @Override
    public int channel(String label) {
        for (int i = 0; i < group.channels().size(); i++) {
            if (group.channels().get(i).label().equals(label)) {
                return i;
            }
        }
        throw unfit("channel " + Quoted.of(label) + " is unknown, there are "
                + group.channels().stream().map(Channel::label).map(Quoted::of).collect(Collectors.joining(", ")));
    }

    @Override
    public Condition condition(String kind, Severity severity, String channel, String unit) {
        ActiveCondition condition = new ActiveCondition(declared, kind, severity, channel, unit, listener);
        conditions.add(condition);
        return condition;
    }

    @Override
    public BanipException unfit(String what) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, where() + what);
    }

    private String where() {
        return declared.where() + ": group " + group.name() + ": ";
    }
}
