package org.banip.gateway.session;

import org.banip.mbu.spi.SensorInput.GridUnit;

/**
 * One run of a BAN's MBU. When it has ended, whatever is offered to it is refused ({@link Taking.Reason#ENDED}), also if another run has begun: so a
 * sender whose order counts knows that what it offered before may be lost, and offers it to the next run first. Any thread.
 */
public interface BanIntake {
    /**
     * Takes consecutive sensor sets, all of them or nothing. The same name with the same values again is known, also by a later process with the same
     * directory, among the last 1,024 messages of the group; then only what the MBU does not have yet is taken. Nothing is too old.
     *
     * @return {@link Taking.Taken} with a stage that completes when the MBU's spool has the sensor sets in its directory, whatever the gateway tells
     *     other devices; {@link Taking.NoRoom} to be offered again, before any other ones of the group
     */
    Taking take(GridSets sets);

    /** Whether this run has ended, or will take nothing more. */
    boolean hasEnded();

    /**
     * Consecutive sensor sets of a group.
     *
     * @param group name of the group
     * @param name what no other sensor sets of the BAN are called
     * @param first the place of the first one on the sampling grid of its device
     * @param values digital values, one sensor set after the other; at least one. Not to be changed. They may lie outside the channels' ranges
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on without a copy
    record GridSets(String group, String name, GridUnit first, int[] values) {
        /**
         * Sensor sets.
         *
         * @throws IllegalArgumentException if there are none, or they have no name
         */
        public GridSets {
            if (name.isEmpty() || values.length == 0) {
                throw new IllegalArgumentException("group " + group + ": no sensor sets, or none with a name");
            }
        }
    }
}
