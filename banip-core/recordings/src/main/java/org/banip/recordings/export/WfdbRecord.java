package org.banip.recordings.export;

import java.util.List;
import org.banip.core.ban.Frequency;

/**
 * One WFDB record to be: stretches of different groups on one sampling grid, cut into frames that each hold a whole number of
 * every group's sensor sets.
 *
 * @param name the record's name
 * @param frameRate frames a second
 * @param frames how many
 * @param parts one per group
 */
record WfdbRecord(String name, Frequency frameRate, long frames, List<GroupPart> parts) {
    /** The instant at which its first frame begins, if the first part's group has this frequency. */
    long startNanos(Frequency ofFirstPart) {
        GroupPart first = parts.get(0);
        return ofFirstPart.instantNanos(first.stretch().origin(), first.firstUnit());
    }

    /**
     * A group's share.
     *
     * @param stretch what of the group
     * @param setsPerFrame sensor sets in a frame
     * @param file name of its signal file
     * @param firstUnit unit with which the first frame begins
     * @param endUnit unit before which the last frame ends
     */
    record GroupPart(Stretch stretch, int setsPerFrame, String file, long firstUnit, long endUnit) {
        /** Whether the frames begin and end not too far from the data. */
        boolean mostlyData(long longestHole) {
            return stretch.firstUnit() - firstUnit <= longestHole && endUnit - stretch.endUnit() <= longestHole;
        }
    }
}
