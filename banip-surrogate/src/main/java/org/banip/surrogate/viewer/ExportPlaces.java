package org.banip.surrogate.viewer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Bounds the exports that are under way: ten of all people, four of one person. Two of them work at a time and take turns: one that has worked for
 * a while lets another one work, and so does one that waits for its client. So neither long exports nor clients that read slowly keep others waiting.
 * Any thread; the numbers are guarded by the monitor.
 */
final class ExportPlaces {
    /** Exports under way. */
    static final int MOST = 10;
    /** Exports of one person. */
    static final int OF_PERSON = 4;

    private static final int WORKING = 2;
    /** So long an export works while others wait. */
    private static final long TURN_NANOS = Duration.ofMillis(100).toNanos();

    private final Semaphore turns = new Semaphore(WORKING, true);
    private final Map<String, Integer> taken = new HashMap<>();
    private int all;

    /**
     * Takes a place, which has to be given back.
     *
     * @throws BanipException {@code LIMIT_REACHED} if there is none for this person
     */
    synchronized Place take(String person) {
        int own = taken.getOrDefault(person, 0);
        if (own >= OF_PERSON) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    own + " exports of " + person + " are under way, limit " + OF_PERSON + ", try again later");
        }
        if (all >= MOST) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED, all + " exports are under way, limit " + MOST + ", try again later");
        }
        taken.put(person, own + 1);
        all++;
        return new Place(person);
    }

    private synchronized void giveBack(String person) {
        taken.computeIfPresent(person, (name, own) -> own > 1 ? own - 1 : null);
        all--;
    }

    /** The place of one export. Owned by the thread that writes the export. */
    final class Place implements AutoCloseable {
        private final String person;
        private boolean working;
        private long sinceNanos;

        private Place(String person) {
            this.person = person;
        }

        /** Waits until it is this export's turn to work. */
        void work() throws InterruptedException {
            turns.acquire();
            working = true;
            sinceNanos = System.nanoTime();
        }

        /** Lets another export work that waits, if this one has worked for a while. */
        void takeTurns() throws InterruptedException {
            if (working && turns.hasQueuedThreads() && System.nanoTime() - sinceNanos > TURN_NANOS) {
                pause();
                work();
            }
        }

        /** Lets another export work. */
        void pause() {
            if (working) {
                working = false;
                turns.release();
            }
        }

        /** Gives the place back. */
        @Override
        public void close() {
            pause();
            giveBack(person);
        }
    }
}
