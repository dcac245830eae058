package org.banip.measure.faults.record;

import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.recordings.export.RecordingVisitor;

/**
 * Follows one group of one session. For each process of the MBU there is one stretch from its first sensor set on, without a hole. Between two
 * stretches there is a gap, which ends where the next one begins. One thread.
 */
final class GroupCheck implements RecordingVisitor {
    private final String name;
    private final int group;
    private final List<MbuRun> runs;
    private final Frequency frequency;
    private final RecordFindings findings;
    private final long[] stored;
    /** Index of the process whose stretch it is; −1 before the first one. */
    private int at = -1;

    private long next;
    private Optional<Gap> gap = Optional.empty();
    private boolean lostTrack;

    /**
     * At the beginning of the record.
     *
     * @param name of session and group, for messages
     * @param runs the processes of this session, in order
     */
    GroupCheck(String name, int group, List<MbuRun> runs, RecordFindings findings) {
        this.name = name;
        this.group = group;
        this.runs = runs;
        this.findings = findings;
        frequency = FaultSignal.GROUPS.get(group).frequency();
        stored = new long[runs.size()];
    }

    private void problem(String what) {
        findings.problem(name + ": " + what);
        lostTrack = true; // what follows would be the same problem again
    }

    private String process(int index) {
        return "process " + runs.get(index).number();
    }

    @Override
    public void sets(Block block) {
        findings.sets(block.unitCount());
        if (lostTrack) {
            return;
        }
        if (at < 0 || block.originNanos() != runs.get(at).originNanos()) {
            beginStretch(block.originNanos());
        } else if (gap.isPresent()) {
            problem("a gap of " + gap.get().unitCount() + " sensor sets ("
                    + gap.get().reason() + ") from " + gap.get().firstUnit() + " on of " + process(at)
                    + ", which has not ended");
        }
        if (!lostTrack) {
            follow(block);
        }
    }

    private void beginStretch(long originNanos) {
        int of = at;
        do {
            of++;
        } while (of < runs.size() && runs.get(of).originNanos() != originNanos);
        if (of == runs.size()) {
            boolean before = runs.stream().anyMatch(run -> run.originNanos() == originNanos);
            problem(before ? "out of order: sensor sets of a process before " + process(at) : strangers(originNanos));
            return;
        }
        if (at >= 0 && gap.isEmpty()) {
            problem("no gap is declared between " + process(at) + " and " + process(of));
            return;
        }
        gap.ifPresent(declared -> checkEnd(declared, originNanos));
        gap = Optional.empty();
        at = of;
        next = 0;
    }

    private static String strangers(long originNanos) {
        return "sensor sets of a signal that begins at " + originNanos + ", which no process had";
    }

    private void follow(Block block) {
        if (block.firstUnit() != next) {
            long apart = block.firstUnit() - next;
            problem(process(at) + ": "
                    + (apart > 0
                            ? apart + " sensor sets are lost without a gap, from " + next + " on"
                            : -apart + " sensor sets are doubled, from " + block.firstUnit() + " on"));
        } else if (!runs.get(at).signal().isSame(group, next, block.bytes(), block.unitCount())) {
            problem(process(at) + ": among sensor sets " + next + " to " + (next + block.unitCount() - 1)
                    + " some are not those that the sensor gave");
        } else {
            next += block.unitCount();
            stored[at] = next;
        }
    }

    @Override
    public void gap(Gap declared) {
        findings.gap(declared.unitCount());
        if (lostTrack) {
            return;
        }
        long from = gap.map(Gap::endUnit).orElse(next);
        if (at < 0 || declared.originNanos() != runs.get(at).originNanos() || declared.firstUnit() != from) {
            problem("a gap from sensor set " + declared.firstUnit() + " on of a signal that begins at "
                    + declared.originNanos() + ", expected is one from " + from + " on"
                    + (at < 0 ? ", and not as the first item" : " of " + process(at)));
        } else if (declared.reason() != Gap.Reason.SENSOR_SILENT) {
            problem("a gap of " + declared.unitCount() + " sensor sets from " + from + " on of " + process(at)
                    + " has the reason " + declared.reason());
        } else {
            gap.ifPresent(before -> checkEndsSomewhere(before));
            gap = Optional.of(declared);
        }
    }

    /** One of several gaps: processes in between were killed before their first packet. */
    private void checkEndsSomewhere(Gap declared) {
        boolean known =
                runs.stream().skip(at + 1L).anyMatch(run -> declared.endUnit() == end(declared, run.originNanos()));
        if (!known) {
            problem("a gap from " + declared.firstUnit() + " to " + declared.endUnit() + " after " + process(at)
                    + " ends where no process began");
        }
    }

    private void checkEnd(Gap declared, long nextNanos) {
        long expected = end(declared, nextNanos);
        if (declared.endUnit() != expected) {
            problem("a gap from " + declared.firstUnit() + " to " + declared.endUnit() + " after " + process(at)
                    + ", expected is one to " + expected + ", where the next process began");
        }
    }

    /** Where a gap ends, on its own grid. If the clock was set back, it has one unit. */
    private long end(Gap declared, long nextNanos) {
        long offset = nextNanos - declared.originNanos();
        long unit = offset < 0 ? -1 : frequency.unitAtOrAfter(offset);
        return unit <= declared.firstUnit() ? declared.firstUnit() + 1 : unit;
    }

    @Override
    public void damaged(BanipException cause) {
        problem("the store is damaged: " + cause.getMessage());
    }

    /**
     * The record has ended: is all there that must be?
     *
     * @param present index of the process that runs; beyond the last one if there is none
     * @param needed how many sensor sets of it must be stored
     * @param durable whether what a process has left is declared by the next one
     */
    void end(int present, long needed, boolean durable) {
        for (int i = 0; i < runs.size() && !lostTrack; i++) {
            MbuRun run = runs.get(i);
            long due = Math.max(run.found(group), i == present ? needed : run.due(group));
            if (stored[i] < due) {
                problem(process(i) + ": " + (due - stored[i]) + " sensor sets are lost that were "
                        + (i == present ? "acknowledged" : durable ? "in packets" : "acknowledged") + ", from "
                        + stored[i] + " on");
            } else if (stored[i] > run.given(group)) {
                problem(process(i) + ": " + stored[i] + " sensor sets are stored, but only " + run.given(group)
                        + " were given");
            } else if (i != present) {
                findings.lost(run.sampled(group) - stored[i], frequency, durable);
            }
            run.found(group, stored[i]);
            if (run.originNanos() > run.startedNanos()) {
                problem(process(i) + " began at " + run.originNanos() + ", and ran already at " + run.startedNanos());
            }
        }
        if (!lostTrack && gap.isPresent()) {
            problem("the record ends with a gap after " + process(at));
        }
    }
}
