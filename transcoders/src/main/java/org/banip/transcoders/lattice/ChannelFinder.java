package org.banip.transcoders.lattice;

import java.util.Arrays;

/** Finds the lattice of one channel's codes. Allocates nothing except a new lattice. */
final class ChannelFinder {
    private static final int FIRST_SEARCH = 256;
    private static final int LAST_SEARCH = 1 << 14;
    /** The factor by which the number of samples grows from one search to the next, at first and after they were counted once. */
    private static final int GROWTH = 2;

    private static final int GROWTH_LATER = 4;
    private static final int AGAIN = 1024;
    /** If more than one of this number of codes is a stray, the signal has changed. This is checked after {@link #JUDGED} codes. */
    private static final int MANY = 8;

    private static final int JUDGED = 128;
    /** Number of bits that a better lattice must save, because the channel starts again with it. */
    private static final double CHANGE_COST = 300;

    private final LatticeSearch search;
    private final SeenCodes all;
    private final SeenCodes[] byPhase = new SeenCodes[PhasedLattice.MOST_PHASES];
    private PhasedLattice lattice = PhasedLattice.PLAIN;
    private long nextSearch = FIRST_SEARCH;
    private int growth = GROWTH;
    /** When to search each phase next, in samples since the signal began or changed. A search takes much time. */
    private long nextPhaseSearch = FIRST_SEARCH;

    private long samples;
    private int before;
    private boolean decided;
    private int strays;
    private int judged;

    /** The current round of searches: how many were made, how many remain, and the best result. */
    private int made;

    private int toMake;
    private long bestStep;
    private long bestOffset;
    private int bestPeriod;
    private int bestPhase;
    private double bestSaved;

    /** A finder that counts up to {@code most} different codes. */
    ChannelFinder(int most, LatticeSearch search) {
        this.search = search;
        all = new SeenCodes(most);
        Arrays.setAll(byPhase, phase -> new SeenCodes(most / byPhase.length));
    }

    PhasedLattice lattice() {
        return lattice;
    }

    void add(int code, long unit) {
        samples++;
        SeenCodes phase = byPhase[(int) (unit & byPhase.length - 1)];
        if (code == before) { // a run of one code needs few bits on any lattice, so it is no evidence
            all.skip();
            phase.skip();
        } else {
            before = code;
            all.add(code);
            phase.add(code);
        }
        Lattice now = lattice.at(unit);
        strays += now.plain() || now.has(code) ? 0 : 1;
    }

    /** Forgets the codes if too many are strays, because the signal must have changed; {@code units} were added since the last call. */
    boolean forgetChanged(int units) {
        judged += units;
        if (judged < JUDGED) {
            return false;
        }
        boolean changed = strays * lattice.period() > judged / MANY && decided;
        if (changed) {
            decided = false; // until the codes of the changed signal were searched

            clear();
            nextPhaseSearch = FIRST_SEARCH;
            samples = 0;
            growth = GROWTH;
        }
        strays = 0;
        judged = 0;
        return changed;
    }

    /** Makes one search if it is due, and returns the number of searched codes. The last search of a round decides. */
    int search() {
        if (made == toMake && !begin()) {
            return 0;
        }
        SeenCodes seen = made == 0 ? all : byPhase[made - 1];
        int codes = seen.count();
        boolean found = search.find(seen);
        if (found && made == 0) {
            offer(1, 0);
            toMake = 1;
        } else if (found) {
            offer(2, made - 1 & 1);
            offer(4, made - 1);
        }
        if (++made == toMake) {
            decide();
        }
        return codes;
    }

    /** Begins a round: for a lattice that holds at all instants and sometimes for one that holds at some. */
    private boolean begin() {
        if (all.samples() < nextSearch && !all.full()) {
            return false;
        }
        made = 0;
        toMake = 1;
        if (samples >= nextPhaseSearch) {
            nextPhaseSearch = 3 * samples;
            toMake += byPhase.length;
        } else if (lattice.period() > 1) { // the codes of all instants together are on no lattice
            toMake = 0;
            plan();
            return false;
        }
        bestStep = Lattice.UNIT;
        bestOffset = 0;
        bestPeriod = 1;
        bestPhase = 0;
        bestSaved = 0;
        return true;
    }

    /** The result of the search, if it is better than the one before. */
    private void offer(int period, int phase) {
        double saved = saved(search.step(), search.offset(), period, phase);
        if (saved > bestSaved) {
            bestStep = search.step();
            bestOffset = search.offset();
            bestPeriod = period;
            bestPhase = phase;
            bestSaved = saved;
        }
    }

    private void decide() {
        decided = true;
        Lattice now = lattice.lattice();
        double cost = now.plain() ? 0 : CHANGE_COST;
        double before = saved(now.step(), now.offset(), lattice.period(), lattice.phase());
        if (saved(bestStep, bestOffset, bestPeriod, bestPhase) > before + cost) {
            lattice = new PhasedLattice(new Lattice(bestStep, bestOffset), bestPeriod, bestPhase);
        }
        plan();
    }

    /** Plans the next round. */
    private void plan() {
        nextSearch = growth * nextSearch;
        if (all.full() || nextSearch > LAST_SEARCH) {
            clear();
            nextSearch = AGAIN;
            growth = GROWTH_LATER;
        }
    }

    /** Approximate number of bits that a lattice saves for the counted codes. */
    private double saved(long step, long offset, int period, int phase) {
        if (period == 1) {
            return all.saved(step, offset);
        }
        double saved = 0;
        for (int i = phase; i < byPhase.length; i += period) {
            saved += byPhase[i].saved(step, offset);
        }
        return saved;
    }

    private void clear() {
        all.clear();
        for (SeenCodes each : byPhase) {
            each.clear();
        }
        nextSearch = FIRST_SEARCH;
        toMake = made;
    }

    void backOff() {
        clear();
        lattice = PhasedLattice.PLAIN;
        nextSearch = LAST_SEARCH;
    }
}
