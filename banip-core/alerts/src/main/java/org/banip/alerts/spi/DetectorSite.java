package org.banip.alerts.spi;

import org.banip.alerts.finding.Severity;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;

/** Where a detector works: its group, and the way to tell what it finds. Used by the thread of the detector. */
public interface DetectorSite {
    /** The group that it watches. */
    SensorGroup group();

    /** The layout of the group's sensor sets. */
    SampleLayout layout();

    /**
     * The number of the channel with this label.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION} that lists the labels of the group
     */
    int channel(String label);

    /** The channel with this number. */
    default Channel channel(int number) {
        return group().channels().get(number);
    }

    /**
     * Something that can begin and end.
     *
     * @param kind what is found, {@code [a-z][a-z0-9-]*}
     * @param severity how bad it is
     * @param channel label of the channel, or empty
     * @param unit UCUM code of the values that will be told
     */
    Condition condition(String kind, Severity severity, String channel, String unit);

    /** An error about this detector and this group, to be thrown. */
    BanipException unfit(String what);
}
