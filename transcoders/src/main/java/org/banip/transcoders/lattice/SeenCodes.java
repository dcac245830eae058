package org.banip.transcoders.lattice;

/** The recent codes of a channel in ascending order, with their frequencies, up to a limit. */
final class SeenCodes {
    private static final double STRAY_COST = 16;
    private static final double NEAR_STRAY_COST = 4;

    private final int[] codes;
    private final int[] times;
    private int count;
    private long samples;

    SeenCodes(int most) {
        codes = new int[most];
        times = new int[most];
    }

    void clear() {
        count = 0;
        samples = 0;
    }

    /** Counts a sample without its code. */
    void skip() {
        samples++;
    }

    void add(int code) {
        samples++;
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (codes[middle] < code) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < count && codes[low] == code) {
            times[low]++;
        } else if (count < codes.length) {
            System.arraycopy(codes, low, codes, low + 1, count - low);
            System.arraycopy(times, low, times, low + 1, count - low);
            codes[low] = code;
            times[low] = 1;
            count++;
        }
    }

    int count() {
        return count;
    }

    boolean full() {
        return count == codes.length;
    }

    long samples() {
        return samples;
    }

    /** The frequency of a code. */
    int times(int at) {
        return times[at];
    }

    long code(int at) {
        return codes[at];
    }

    /** The distance from a code to the next one. */
    long gap(int at) {
        return code(at + 1) - code(at);
    }

    /** Approximate number of bits for the counted codes that are not on this lattice. Stops counting at {@code most}. */
    double strayCost(long step, long offset, double most) {
        double cost = 0;
        double perCode = 1 / (step * Lattice.PER_UNIT);
        double first = offset * Lattice.PER_UNIT;
        for (int i = 0; i < count && cost <= most; i++) {
            long index = (long) Math.rint((codes[i] - first) * perCode);
            cost += times[i] * strayCost((double) (Lattice.code(step, offset, index) - codes[i]));
        }
        return cost;
    }

    /** The cost of a code at this distance from a lattice, in bits. */
    static double strayCost(double distance) {
        return distance == 0 ? 0 : Math.abs(distance) <= 1 ? NEAR_STRAY_COST : STRAY_COST;
    }

    /**
     * Approximate number of bits that the counted codes need less on this lattice than on the plain one. A code that the lattice leaves out saves
     * its expected frequency, which is that of its neighbours.
     */
    double saved(long step, long offset) {
        if (step == Lattice.UNIT) {
            return 0;
        }
        double came = 0;
        double leftOut = 0;
        double strayCost = 0;
        for (int i = 0; i < count; i++) {
            long index = Lattice.nearest(step, offset, codes[i]);
            long code = Lattice.code(step, offset, index);
            if (code == codes[i]) {
                long around = Lattice.code(step, offset, index + 1) - Lattice.code(step, offset, index - 1);
                came += times[i];
                leftOut += times[i] * (around - 2) / 2.0;
            } else {
                strayCost += times[i] * strayCost((double) (code - codes[i]));
            }
        }
        return came * StrictMath.log(1 + leftOut / Math.max(1, came)) / StrictMath.log(2) - strayCost;
    }
}
