package org.banip.mbu.scheduling;

import org.banip.mbu.spi.PathScheduler;

/** {@code weighted}: the candidates share the bytes in proportion to their rates. Counting begins anew whenever other paths are candidates. */
final class Weighted implements PathScheduler {
    /** A path may be ahead of its share by this, so that the others need not be asked in turn. */
    private static final double AHEAD = 4096;
    /** What was sent long ago counts less. */
    private static final double MEMORY = 1 << 20;

    /** What each path had sent when counting began. */
    private double[] before = new double[0];
    /** The candidates since then, of each path a bit. */
    private int counted;

    @Override
    public boolean sends(Choice choice) {
        Path asked = choice.asked();
        if (!Candidates.has(choice, asked)) {
            return false;
        }
        countAmong(choice, candidates(choice));
        double all = 0;
        double rates = 0;
        for (int p = 0; p < choice.paths(); p++) {
            Path path = choice.path(p);
            if ((counted & 1 << p) != 0) {
                all += path.bytesSent() - before[p];
                rates += weight(path);
            }
        }
        boolean sends = asked.bytesSent() - before[asked.number()] <= all * weight(asked) / rates + AHEAD;
        if (all > MEMORY) {
            forgetHalf(choice);
        }
        return sends;
    }

    private static int candidates(Choice choice) {
        int candidates = 0;
        for (int p = 0; p < choice.paths(); p++) {
            candidates |= Candidates.has(choice, choice.path(p)) ? 1 << p : 0;
        }
        return candidates;
    }

    /** Else a path that was away would send nothing but its arrears, and the others nothing. */
    private void countAmong(Choice choice, int candidates) {
        if (before.length != choice.paths()) {
            before = new double[choice.paths()];
            counted = 0; // counting begins now
        }
        if (counted != candidates) {
            for (int p = 0; p < before.length; p++) {
                before[p] = choice.path(p).bytesSent();
            }
        }
        counted = candidates;
    }

    private static double weight(Path path) {
        return Math.max(1, path.bytesPerSecond());
    }

    private void forgetHalf(Choice choice) {
        for (int p = 0; p < before.length; p++) {
            before[p] += (choice.path(p).bytesSent() - before[p]) / 2;
        }
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        return Candidates.has(choice, choice.asked()) && Candidates.isStuck(choice);
    }
}
