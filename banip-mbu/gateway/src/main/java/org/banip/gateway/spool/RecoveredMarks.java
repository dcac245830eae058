package org.banip.gateway.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.mbu.spi.SensorInput.GridUnit;

/** Which marks of a group may be believed, and how far, when the spool was read again. Immutable. */
final class RecoveredMarks {
    private static final long ROUNDING_NANOS = 2;

    private final Frequency frequency;
    private final GridUnit due;
    private final long dueNanos;

    private RecoveredMarks(Frequency frequency, GridUnit due) {
        this.frequency = frequency;
        this.due = due;
        dueNanos = frequency.instantNanos(due.originNanos(), due.unit());
    }

    /**
     * The marks of messages that the spool has, wholly or in part, or that the host has stored. A spool ends where the last of its sensor sets was
     * put; marks are in the order of the offers. So the messages before the one in which the spool ends are there, and those behind it are not. The
     * instants alone do not tell that, because a device's clock may have been set back.
     *
     * @param marks of the group, in the order of the offers
     * @param due the unit that follows the last sensor set of the spool; empty if there is no spool of an earlier process
     */
    static List<Mark> believed(List<Mark> marks, Frequency frequency, Optional<GridUnit> due) {
        return due.isPresent()
                ? new RecoveredMarks(frequency, due.get()).believed(marks)
                : marks.stream().filter(Mark::stored).toList();
    }

    private List<Mark> believed(List<Mark> marks) {
        List<Mark> believed = new ArrayList<>();
        List<Mark> open = new ArrayList<>();
        marks.forEach(mark -> (mark.stored() ? believed : open).add(mark));
        int last = last(open);
        believed.addAll(open.subList(0, Math.max(last, 0)));
        if (last >= 0) {
            Mark mark = open.get(last);
            believed.add(mark.units((int) Math.min(mark.units(), unitsBefore(mark))));
        }
        return believed;
    }

    /** The message with which the spool ends; −1 if none of them is there. */
    private int last(List<Mark> marks) {
        for (int i = marks.size() - 1; i >= 0; i--) {
            if (endsIn(marks.get(i))) {
                return nearest(marks, i);
            }
        }
        for (int i = marks.size() - 1; i >= 0; i--) { // a gap may follow it
            if (unitsBefore(marks.get(i)) > marks.get(i).units()) {
                return i;
            }
        }
        return -1;
    }

    /** Measurements may lie closer together than a time may lie beside the grid: the one that is nearest to the end. */
    private int nearest(List<Mark> marks, int from) {
        int nearest = from;
        for (int i = from - 1; i >= 0; i--) {
            Mark mark = marks.get(i);
            if (mark.grid().isPresent() || marks.get(from).grid().isPresent()) {
                return nearest; // their places are exact
            }
            if (marks.get(nearest).units() != 1 || mark.units() != 1 || !endsIn(mark)) {
                return nearest;
            }
            if (beside(mark, 1) < beside(marks.get(nearest), 1)) {
                nearest = i;
            }
        }
        return nearest;
    }

    private long beside(Mark mark, long units) {
        return Math.abs(mark.sampledNanos() + frequency.nanosOfUnit(units) - dueNanos);
    }

    /** Whether the last sensor set of the spool is one of this message, on the same grid. */
    private boolean endsIn(Mark mark) {
        long units = unitsBefore(mark);
        if (mark.grid().isPresent()) {
            return units > 0 && units <= mark.units();
        }
        // A time of the device may lie beside the grid; that of a named message is the MBU's own.
        long beside = mark.key().named() ? 0 : frequency.nanosOfUnit(1) / 4;
        return units > 0 && units <= mark.units() && beside(mark, units) <= beside + ROUNDING_NANOS;
    }

    /** How many sensor sets lie before an instant if they begin with this message, to the nearest; at most one more than it has. */
    private long unitsBefore(Mark mark) {
        if (mark.grid().isPresent()) {
            GridUnit first = mark.grid().get();
            long before = first.originNanos() == due.originNanos() ? due.unit() - first.unit() : 0;
            return Math.max(0, Math.min(before, mark.units() + 1L));
        }
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
