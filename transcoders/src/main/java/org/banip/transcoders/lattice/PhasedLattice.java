package org.banip.transcoders.lattice;

/**
 * A {@link Lattice} that holds at every instant, or only at every second or fourth: that is what a resampling leaves of the codes
 * it began with. At the other instants all whole numbers may come.
 *
 * @param lattice where it holds
 * @param period it holds for one instant in 1, 2 or 4
 * @param phase it holds for units whose number leaves this rest when divided by the period
 */
public record PhasedLattice(Lattice lattice, int period, int phase) {
    /** The longest period. */
    public static final int MOST_PHASES = 4;
    /** All whole numbers at every instant. */
    public static final PhasedLattice PLAIN = new PhasedLattice(Lattice.PLAIN, 1, 0);

    /** Whether encoders make such a one; the plain one holds always. */
    public boolean valid() {
        boolean regular = period == 1 || !lattice.plain() && (period == 2 || period == MOST_PHASES);
        return lattice.valid() && regular && phase >= 0 && phase < period;
    }

    /** Whether it is this one. */
    public boolean is(long step, long offset, int somePeriod, int somePhase) {
        return lattice.step() == step && lattice.offset() == offset && period == somePeriod && phase == somePhase;
    }

    /** Bits that tell of it in a packet: of the lengths, of step and offset, of period and phase. */
    public int bits() {
        int fraction = lattice.fractionBits();
        int step = 64 - Long.numberOfLeadingZeros(lattice.step() >> Lattice.FRACTION_BITS - fraction);
        return 5 + 6 + 2 * step + 2 + Integer.numberOfTrailingZeros(period);
    }

    /** What holds for this unit. */
    public Lattice at(long unit) {
        return (unit & period - 1) == phase ? lattice : Lattice.PLAIN;
    }
}
