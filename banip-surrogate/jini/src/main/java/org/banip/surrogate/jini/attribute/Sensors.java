package org.banip.surrogate.jini.attribute;

import java.util.stream.Collectors;
import net.jini.entry.AbstractEntry;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.jspecify.annotations.Nullable;

/** A sensor group of the BAN; a surrogate has one such attribute for each. */
@SuppressWarnings("serial")
public final class Sensors extends AbstractEntry {
    private static final long serialVersionUID = 1L;

    /** The group's name, {@code ecg} for example. */
    public @Nullable String group;
    /** Labels of its channels, each on a line of its own: labels have no control characters. */
    public @Nullable String channels;
    /** Sensor sets in a second, as the BAN describes it. */
    public @Nullable String frequencyHz;

    /** Matches every group. */
    public Sensors() {}

    /** All there is to know. */
    public Sensors(String group, String channels, String frequencyHz) {
        this.group = group;
        this.channels = channels;
        this.frequencyHz = frequencyHz;
    }

    /** Those of a BAN's group. */
    public static Sensors of(SensorGroup group) {
        String labels = group.channels().stream().map(Channel::label).collect(Collectors.joining("\n"));
        return new Sensors(group.name(), labels, group.frequency().toString());
    }
}
