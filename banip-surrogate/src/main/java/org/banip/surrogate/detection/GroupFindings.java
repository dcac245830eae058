package org.banip.surrogate.detection;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.BanDescription;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.jspecify.annotations.Nullable;

/** What is found in one group of a session, and which of that waits until its data are stored. Owned by the session's watch. */
abstract class GroupFindings {
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean again;
    private boolean rulesChange;
    /** All before this number is stored when what is found now may be told. */
    private long needed;
    /** The last item that has come, by its number. */
    private long last = BanFinding.NO_ITEM;

    /** Without a finding: who finds has begun anew. */
    private record Waiting(@Nullable Finding finding, boolean again, boolean rulesChanged, long needed, long last) {}

    /** Gets what may be told, in order. */
    interface Teller {
        /**
         * Something was found, perhaps in what was stored before, and when the item of this number was the last one.
         *
         * @param rulesChanged whether it ends because of new rules
         */
        void found(BanFinding.By by, Finding finding, boolean again, boolean rulesChanged, long last);

        /** Who finds has begun anew, and holds nothing. */
        void anew(BanFinding.By by);
    }

    /** The group's name. */
    abstract String name();

    /** Who finds. */
    abstract BanFinding.By by();

    /** Whether it wants sensor sets. */
    abstract boolean wants();

    /** The session has these groups from now on. */
    void described(BanDescription ban) {}

    /** These rules hold from now on; they fit. */
    abstract void follow(AlertRules rules);

    /** The next packet of the group, and its sensor sets. */
    abstract void packet(PacketHeader header, byte[] sets, long monotonicNanos);

    /** The next item of the group is a gap. */
    abstract void gap(Gap gap, long monotonicNanos);

    /** It is this time. */
    abstract void time(long monotonicNanos, long epochNanos);

    /** Something failed: nothing of this group is looked at until the rules change. */
    abstract void giveUp();

    /** What has begun and has not ended; empty if this host does not know that. */
    abstract Optional<List<Finding>> holding();

    /** Whether what is found from now on is in what was stored before. */
    final void again(boolean stored) {
        again = stored;
    }

    /** Whether what comes now was stored before. */
    final boolean isAgain() {
        return again;
    }

    /** Whether what ends from now on ends because the rules change. */
    final void rulesChange(boolean now) {
        rulesChange = now;
    }

    /** What is found from now on is found in the item before this number, and may be told when that is stored. */
    final void in(long next) {
        needed = next;
        last = next - 1;
    }

    /** What is found from now on is in no item, and may be told at once. */
    final void inNone() {
        needed = 0;
    }

    /** What is found from now on is in no item, because none comes. It may be told when all that came before is stored. */
    final void behindLast() {
        needed = last + 1;
    }

    /** Tells this when it may be told; null if who finds has begun anew. */
    final void later(@Nullable Finding finding) {
        boolean byRules = rulesChange && finding != null && !finding.begins();
        waiting.add(new Waiting(finding, again, byRules, needed, last));
    }

    /** Hands on what may be told: what is found in data before the number {@code durable}, which are stored. */
    final void tell(long durable, Teller to) {
        for (Waiting first = waiting.peek(); first != null && first.needed <= durable; first = waiting.peek()) {
            waiting.remove();
            if (first.finding == null) {
                to.anew(by());
            } else {
                to.found(by(), first.finding, first.again, first.rulesChanged, first.last);
            }
        }
    }
}
