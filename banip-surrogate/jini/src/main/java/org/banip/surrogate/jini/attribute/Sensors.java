package org.banip.surrogate.jini.attribute;

import net.jini.entry.AbstractEntry;
import org.jspecify.annotations.Nullable;

/** A sensor group of the BAN; a surrogate has one such attribute for each. */
@SuppressWarnings("serial")
public final class Sensors extends AbstractEntry {
    private static final long serialVersionUID = 1L;

    /** The group's name, {@code ecg} for example. */
    public @Nullable String group;
    /** Labels of its channels, with a comma between them. */
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
}
