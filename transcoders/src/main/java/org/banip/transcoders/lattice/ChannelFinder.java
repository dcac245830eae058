package org.banip.transcoders.lattice;

import java.util.Arrays;

/** Says on which lattice one channel's codes lie. */
final class ChannelFinder {
    private static final int FIRST_SEARCH = 256;
    private static final int LAST_SEARCH = 1 << 14;
    /** One stray code of so many says that the signal has changed. */
    private static final int MANY = 8;
    /** Bits that a better lattice must save, as the channel begins anew with it. */
    private static final double CHANGE_COST = 300;

    private final LatticeSearch search;
    private final SeenCodes all;
    private final SeenCodes[] byPhase;
    private PhasedLattice lattice = PhasedLattice.PLAIN;
    private long nextSearch = FIRST_SEARCH;
    /** Searching four times is dear: when to do it next, in samples since the signal began or changed. */
    private long nextPhaseSearch = FIRST_SEARCH;

    private long samples;
    private int strays;

    /** Of up to {@code most} different codes. */
    ChannelFinder(int most, boolean phased, LatticeSearch search) {
        this.search = search;
        all = new SeenCodes(most);
        byPhase = new SeenCodes[phased ? PhasedLattice.MOST_PHASES : 0];
        Arrays.setAll(byPhase, phase -> new SeenCodes(most / byPhase.length));
    }

    PhasedLattice lattice() {
        return lattice;
    }

    void add(int code, long unit) {
        samples++;
        all.add(code);
        if (byPhase.length > 0) {
            byPhase[(int) (unit & byPhase.length - 1)].add(code);
        }
        Lattice now = lattice.at(unit);
        strays += now.plain() || now.has(code) ? 0 : 1;
    }

    /** Looks for a better lattice if it is time; says whether the signal has changed in the units added since the last time. */
    boolean decide(int units) {
        boolean changed = false;
        if (all.samples() >= nextSearch || all.full()) {
            decide();
        } else if (strays * lattice.period() > units / MANY && all.samples() > FIRST_SEARCH) {
            clear();
            nextPhaseSearch = FIRST_SEARCH;
            samples = 0;
            changed = true;
        }
        strays = 0;
        return changed;
    }

    private void decide() {
        Lattice always = search.search(all);
        PhasedLattice found = always.plain() ? PhasedLattice.PLAIN : new PhasedLattice(always, 1, 0);
        if (byPhase.length > 0 && samples >= nextPhaseSearch) {
            nextPhaseSearch = 3 * samples;
            found = searchPhases(found);
        }
        double cost = lattice.lattice().plain() ? 0 : CHANGE_COST;
        if (saved(found) > saved(lattice) + cost) {
            lattice = found;
        }
        nextSearch = 2 * nextSearch;
        if (all.full() || nextSearch > LAST_SEARCH) {
            clear();
        }
    }

    /** A better lattice than this one that holds at some instants only, or this one. */
    private PhasedLattice searchPhases(PhasedLattice known) {
        PhasedLattice best = known;
        for (int phase = 0; phase < byPhase.length; phase++) {
            Lattice found = search.search(byPhase[phase]);
            for (int period = 2; period <= byPhase.length && !found.plain(); period *= 2) {
                PhasedLattice part = new PhasedLattice(found, period, phase & period - 1);
                best = saved(part) > saved(best) ? part : best;
            }
        }
        return best;
    }

    /** About how many bits a lattice saves, as far as codes were counted. */
    private double saved(PhasedLattice some) {
        if (some.period() == 1) {
            return all.saved(some.lattice());
        }
        double saved = 0;
        for (int phase = some.phase(); phase < byPhase.length; phase += some.period()) {
            saved += byPhase[phase].saved(some.lattice());
        }
        return saved;
    }

    private void clear() {
        all.clear();
        for (SeenCodes each : byPhase) {
            each.clear();
        }
        nextSearch = FIRST_SEARCH;
    }

    void backOff() {
        clear();
        lattice = PhasedLattice.PLAIN;
        nextSearch = LAST_SEARCH;
    }
}
