package org.banip.mbu.scheduling;

import org.banip.core.ban.ServiceClass;
import org.banip.mbu.spi.PathScheduler;

/** The scheduler of docs/paths.md. */
public final class ByTurns implements PathScheduler {
    /** The path whose turn it is, and what it had sent when its turn began. */
    private int turn;

    private long sent;

    @Override
    public boolean sends(Choice choice) {
        int asked = choice.asked().number();
        if (choice.serviceClass() != ServiceClass.LIVE) {
            return asked == firstGood(choice, 0);
        }
        Path now = choice.path(turn);
        if (now.bytesSent() != sent || !isGood(now)) {
            turn = firstGood(choice, turn + 1);
            sent = choice.path(turn).bytesSent();
        }
        return asked == turn;
    }

    /** The first good path from this one on; the asked one if none is good. */
    private static int firstGood(Choice choice, int from) {
        for (int n = 0; n < choice.paths(); n++) {
            int next = (from + n) % choice.paths();
            if (isGood(choice.path(next))) {
                return next;
            }
        }
        return choice.asked().number();
    }

    private static boolean isGood(Path path) {
        return path.isConnected() && path.isGood();
    }
}
