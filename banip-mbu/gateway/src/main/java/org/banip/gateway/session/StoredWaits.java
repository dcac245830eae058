package org.banip.gateway.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuStatus;

/** Messages that wait until the host has stored them, or the spool's directory has them. Any thread; guarded by itself, and completes nothing while it holds its monitor. */
final class StoredWaits {
    /** A message of a group. Each is another one, though it may have the same position. */
    private static final class Wait {
        final long position;
        final CompletableFuture<Void> safe = new CompletableFuture<>();

        Wait(long position) {
            this.position = position;
        }
    }

    private final ToLongFunction<GroupStatus> settled;
    private final Map<String, List<Wait>> waits = new HashMap<>();
    private boolean ended;

    private StoredWaits(ToLongFunction<GroupStatus> settled) {
        this.settled = settled;
    }

    /** Nobody waits for the host yet. */
    static StoredWaits forTheHost() {
        // What the host cannot decode is given up and declared; nobody waits for that.
        return new StoredWaits(group -> group.unitsAcknowledged() + group.unitsThinned());
    }

    /** Nobody waits for the spool's directory yet. */
    static StoredWaits forTheDirectory() {
        return new StoredWaits(group -> group.unitsEncoded() + group.unitsThinned());
    }

    /**
     * Completes when this number of the group's sensor sets is there. Look at the MBU's status afterwards ({@link #settle}). It is forgotten
     * when it is cancelled, so that devices that come again and again do not fill the memory.
     */
    CompletableFuture<Void> add(String group, long position) {
        Wait wait = new Wait(position);
        boolean kept;
        synchronized (this) {
            kept = !ended;
            if (kept) {
                waits.computeIfAbsent(group, first -> new ArrayList<>()).add(wait);
            }
        }
        if (!kept) {
            wait.safe.completeExceptionally(over());
            return wait.safe;
        }
        var unused = wait.safe.whenComplete((nothing, failure) -> {
            if (wait.safe.isCancelled()) {
                forget(group, wait);
            }
        });
        return wait.safe;
    }

    private synchronized void forget(String group, Wait wait) {
        List<Wait> of = waits.get(group);
        if (of != null && of.remove(wait) && of.isEmpty()) {
            waits.remove(group);
        }
    }

    /** Whether something waits. */
    boolean any() {
        return count() > 0;
    }

    /** How many messages wait. */
    synchronized int count() {
        return waits.values().stream().mapToInt(List::size).sum();
    }

    /** Completes what is there by this status. */
    void settle(MbuStatus status) {
        List<CompletableFuture<Void>> done = new ArrayList<>();
        synchronized (this) {
            for (GroupStatus group : status.groups()) {
                long there = settled.applyAsLong(group);
                List<Wait> of = waits.getOrDefault(group.name(), List.of());
                of.stream().filter(wait -> wait.position <= there).forEach(wait -> done.add(wait.safe));
                if (!of.isEmpty() && of.removeIf(wait -> wait.position <= there) && of.isEmpty()) {
                    waits.remove(group.name());
                }
            }
        }
        done.forEach(safe -> safe.complete(null));
    }

    /** The MBU has ended. */
    void end() {
        List<CompletableFuture<Void>> left = new ArrayList<>();
        synchronized (this) {
            ended = true;
            waits.values().forEach(of -> of.forEach(wait -> left.add(wait.safe)));
            waits.clear();
        }
        left.forEach(safe -> safe.completeExceptionally(over()));
    }

    private static BanipException over() {
        return new BanipException(ErrorCode.HOST_UNAVAILABLE, "the MBU of the BAN has ended");
    }
}
