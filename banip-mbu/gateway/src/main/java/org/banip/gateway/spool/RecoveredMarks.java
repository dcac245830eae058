package org.banip.gateway.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.banip.core.ban.Frequency;

/** Which marks of a group may be believed, and how far, when the spool was read again. Stateless. */
final class RecoveredMarks {
    private static final long ROUNDING_NANOS = 2;

    private RecoveredMarks() {}

    /**
     * The marks of messages that the spool has, wholly or in part, or that the host has stored. A spool ends where the last of its sensor sets was
     * put; marks are in the order of the offers. So the messages before the one in which the spool ends are there, and those behind it are not. The
     * instants alone do not tell that, because a device's clock may have been set back.
     *
     * @param marks of the group, in the order of the offers
     * @param dueNanos the instant that follows the last sensor set of the spool; empty if there is no spool of an earlier process
     */
    static List<Mark> believed(List<Mark> marks, Frequency frequency, OptionalLong dueNanos) {
        List<Mark> believed = new ArrayList<>();
        List<Mark> open = new ArrayList<>();
        marks.forEach(mark -> (mark.stored() ? believed : open).add(mark));
        if (dueNanos.isPresent()) {
            int last = last(open, frequency, dueNanos.getAsLong());
            believed.addAll(open.subList(0, Math.max(last, 0)));
            if (last >= 0) {
                Mark mark = open.get(last);
                believed.add(
                        mark.units((int) Math.min(mark.units(), unitsBefore(mark, frequency, dueNanos.getAsLong()))));
            }
        }
        return believed;
    }

    /** The message with which the spool ends; −1 if none of them is there. */
    private static int last(List<Mark> marks, Frequency frequency, long dueNanos) {
        for (int i = marks.size() - 1; i >= 0; i--) {
            if (endsIn(marks.get(i), frequency, dueNanos)) {
                return nearest(marks, i, frequency, dueNanos);
            }
        }
        for (int i = marks.size() - 1; i >= 0; i--) { // a gap may follow it
            if (unitsBefore(marks.get(i), frequency, dueNanos) > marks.get(i).units()) {
                return i;
            }
        }
        return -1;
    }

    /** Measurements may lie closer together than a time may lie beside the grid: the one that is nearest to the end. */
    private static int nearest(List<Mark> marks, int from, Frequency frequency, long dueNanos) {
        int nearest = from;
        for (int i = from - 1; i >= 0; i--) {
            Mark mark = marks.get(i);
            if (marks.get(nearest).units() != 1 || mark.units() != 1 || !endsIn(mark, frequency, dueNanos)) {
                return nearest;
            }
            if (beside(mark, 1, frequency, dueNanos) < beside(marks.get(nearest), 1, frequency, dueNanos)) {
                nearest = i;
            }
        }
        return nearest;
    }

    private static long beside(Mark mark, long units, Frequency frequency, long dueNanos) {
        return Math.abs(mark.sampledNanos() + frequency.nanosOfUnit(units) - dueNanos);
    }

    /** Whether the last sensor set of the spool is one of this message, on the same grid. */
    private static boolean endsIn(Mark mark, Frequency frequency, long dueNanos) {
        long units = unitsBefore(mark, frequency, dueNanos);
        // A time of the device may lie beside the grid; that of a named message is the MBU's own.
        long beside = mark.key().named() ? 0 : frequency.nanosOfUnit(1) / 4;
        return units > 0
                && units <= mark.units()
                && beside(mark, units, frequency, dueNanos) <= beside + ROUNDING_NANOS;
    }

    /** How many sensor sets lie before an instant if they begin with this message, to the nearest; at most one more than it has. */
    private static long unitsBefore(Mark mark, Frequency frequency, long dueNanos) {
        long offset = dueNanos - mark.sampledNanos();
        if (offset <= 0) {
            return 0;
        }
        if (offset > frequency.nanosOfUnit(mark.units() + 1L)) {
            return mark.units() + 1L;
        }
        long after = frequency.unitAtOrAfter(offset);
        boolean isNearer = offset - frequency.nanosOfUnit(after - 1) < frequency.nanosOfUnit(after) - offset;
        return isNearer ? after - 1 : after;
    }
}
