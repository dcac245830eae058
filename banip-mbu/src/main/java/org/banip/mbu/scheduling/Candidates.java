package org.banip.mbu.scheduling;

import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathScheduler.Choice;
import org.banip.mbu.spi.PathScheduler.Path;

/**
 * The paths of a choice that come into question: good ones that stay, else good ones that will be lost, else late ones that answer, else other late
 * ones; of these normal ones before backups.
 */
final class Candidates {
    private static final int LEAVING = 2;
    private static final int LATE = 4;
    private static final int SILENT = 6;
    private static final int NOT_CONNECTED = 8;

    private Candidates() {}

    /** Whether no path is of a better kind than this one. */
    static boolean has(Choice choice, Path path) {
        int kind = kind(path);
        for (int p = 0; p < choice.paths(); p++) {
            if (kind(choice.path(p)) < kind) {
                return false;
            }
        }
        return kind < NOT_CONNECTED;
    }

    /** Whether fewer than this number of connected paths are better than the path: of a better kind, or of the same kind and earlier. */
    static boolean isOfBest(int number, Choice choice, Path path) {
        int kind = kind(path);
        int better = 0;
        for (int p = 0; p < choice.paths(); p++) {
            better += isBetter(choice, choice.path(p), path, kind) ? 1 : 0;
        }
        return kind < NOT_CONNECTED && better < number;
    }

    /** Of alike paths the first one is better. */
    private static boolean isBetter(Choice choice, Path one, Path other, int otherKind) {
        int kind = kind(one);
        if (kind != otherKind) {
            return kind < otherKind;
        }
        long nanos = one.expectedNanos(choice.bytes());
        long otherNanos = other.expectedNanos(choice.bytes());
        return nanos == otherNanos ? one.number() < other.number() : nanos < otherNanos;
    }

    private static int kind(Path path) {
        if (!path.isConnected()) {
            return NOT_CONNECTED;
        }
        int late = path.isAnswering() ? LATE : SILENT;
        int good = path.isLeaving() ? LEAVING : 0;
        return (path.isGood() ? good : late) + (path.settings().role() == PathSettings.Role.BACKUP ? 1 : 0);
    }

    /** Whether none of the paths that have the packet under way is good. */
    static boolean allLate(Choice choice) {
        return goodCarriers(choice) == 0;
    }

    /** Whether the packet should go by another path as well: all that have it are late, or slower than to send it again. */
    static boolean isStuck(Choice choice) {
        return allLate(choice) || choice.isCheaperThanWaiting();
    }

    /** How many good paths have the packet under way. */
    static int goodCarriers(Choice choice) {
        int carriers = 0;
        for (int p = 0; p < choice.paths(); p++) {
            boolean good = choice.path(p).isConnected() && choice.path(p).isGood();
            carriers += good && choice.isCarriedBy(p) ? 1 : 0;
        }
        return carriers;
    }

    /** Whether all paths are metered, so that the price does not distinguish them. */
    static boolean allMetered(Choice choice) {
        for (int p = 0; p < choice.paths(); p++) {
            if (!choice.path(p).settings().isMetered()) {
                return false;
            }
        }
        return true;
    }
}
