package org.banip.transcoders.lattice;

/**
 * A {@link Lattice} that holds at every instant, or only at every second or fourth one. Resampling of codes on a lattice has this result. At the
 * other instants all whole numbers are possible.
 *
 * @param lattice the lattice at the instants where it holds
 * @param period it holds at one instant in 1, 2 or 4
 * @param phase it holds for units whose number has this remainder when divided by the period
 */
public record PhasedLattice(Lattice lattice, int period, int phase) {
    /** The maximum period. */
    public static final int MOST_PHASES = 4;
    /** The lattice of all whole numbers at every instant. */
    public static final PhasedLattice PLAIN = new PhasedLattice(Lattice.PLAIN, 1, 0);

    /** Whether an encoder may use these numbers. The plain lattice holds at every instant. */
    public boolean valid() {
        boolean regular = period == 1 || !lattice.plain() && (period == 2 || period == MOST_PHASES);
        return lattice.valid() && regular && phase >= 0 && phase < period;
    }

    /** Whether the other one is the same. */
    public boolean is(long step, long offset, int somePeriod, int somePhase) {
        return lattice.step() == step && lattice.offset() == offset && period == somePeriod && phase == somePhase;
    }

    /** Number of bits that describe it in a packet: the lengths, step and offset, period and phase. */
    public int bits() {
        int fraction = lattice.fractionBits();
        int step = 64 - Long.numberOfLeadingZeros(lattice.step() >> Lattice.FRACTION_BITS - fraction);
        return 5 + 6 + 2 * step + 2 + Integer.numberOfTrailingZeros(period);
    }

    /** The lattice that holds for this unit. */
    public Lattice at(long unit) {
        return (unit & period - 1) == phase ? lattice : Lattice.PLAIN;
    }
}
