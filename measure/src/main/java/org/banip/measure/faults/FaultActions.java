package org.banip.measure.faults;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.banip.mbu.MbuState;
import org.banip.measure.faults.machine.Part;

/** Lets the faults of one round begin and end. One thread. */
final class FaultActions {
    private final Arrangement arrangement;
    private final long seed;
    private final Consumer<String> problems;
    private final Consumer<String> notes;
    /** Processes that need not run now, because a fault has ended them or keeps them from starting. */
    private final Set<Place> down = EnumSet.noneOf(Place.class);
    /** Whether the MBU may have failed: its disk was full. */
    private boolean mbuMayFail;

    /**
     * No fault has begun.
     *
     * @param seed of the round
     * @param problems takes what is wrong
     * @param notes takes what happened besides
     */
    FaultActions(Arrangement arrangement, long seed, Consumer<String> problems, Consumer<String> notes) {
        this.arrangement = arrangement;
        this.seed = seed;
        this.problems = problems;
        this.notes = notes;
    }

    /** Lets it begin. */
    void begin(Fault fault) throws IOException, InterruptedException {
        Place place = fault.place();
        switch (fault.kind()) {
            case KILL -> kill(place);
            case STOP -> arrangement.part(place).suspend();
            case CUT -> arrangement.relay(place).cut();
            case STALL -> arrangement.relay(place).stall();
            case RESET -> arrangement.relay(place).reset();
            case HALF_OPEN -> arrangement.relay(place).halfOpen();
            case DAMAGE -> arrangement.relay(place).damage((int) fault.amount(), seed);
            case DISK_FULL -> {
                mbuMayFail |= place == Place.MBU;
                arrangement.disk(place).fill();
            }
            case READ_ONLY -> {
                kill(place);
                arrangement.disk(place).readOnly();
                startIfPossible(place);
            }
            case CLOCK -> arrangement.jumpingClock(place).jump(fault.amount() * 1_000_000);
        }
    }

    /** Ends it. */
    void end(Fault fault) throws IOException, InterruptedException {
        Place place = fault.place();
        switch (fault.kind()) {
            case KILL -> startIfPossible(place);
            case STOP -> arrangement.part(place).resume();
            case CUT, STALL, HALF_OPEN, DAMAGE -> arrangement.relay(place).heal();
            case DISK_FULL -> arrangement.disk(place).empty();
            case READ_ONLY -> {
                arrangement.disk(place).writable();
                kill(place); // if it has started
                startIfPossible(place);
            }
            case RESET, CLOCK -> {
                // It has no end.
            }
        }
    }

    private void kill(Place place) {
        down.add(place);
        arrangement.part(place).kill();
    }

    /** Another fault, or a disk that is read-only, may keep it from starting. */
    private void startIfPossible(Place place) throws InterruptedException {
        try {
            arrangement.part(place).start();
            down.remove(place);
        } catch (IOException e) {
            notes.accept("not started: " + e.getMessage());
            down.add(place);
        }
    }

    /** No fault is left: every process must run, and those that need not have run are started. */
    void settle() throws IOException, InterruptedException {
        for (Place place : arrangement.processes()) {
            Part part = arrangement.part(place);
            if (!part.isRunning()) {
                if (!down.contains(place)) {
                    problems.accept("the " + place + " has ended by itself with code " + part.exitCode());
                }
                part.start();
            }
        }
        down.clear();
        boolean unused = restartFailedMbu();
    }

    /** An app whose MBU has failed starts another one. */
    boolean restartFailedMbu() throws IOException, InterruptedException {
        if (arrangement.mbu().counters().state() != MbuState.FAILED) {
            return false;
        }
        if (!mbuMayFail) {
            problems.accept("the MBU has failed; its log says why");
        }
        mbuMayFail = false;
        arrangement.mbu().kill();
        arrangement.mbu().start();
        return true;
    }
}
