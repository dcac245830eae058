package org.banip.measure.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;

/** One link's measurement as others see it. Its thread writes it, any thread reads it. */
final class RunState {
    /** How far it is. */
    enum Phase {
        /** Not begun. */
        WAITING,
        /** Processes start and warm up. */
        STARTING,
        /** Loads are measured. */
        MEASURING,
        /** Ended. */
        DONE
    }

    private final StudiedLink link;
    private final double expectedSeconds;
    private final List<Sample> samples = new ArrayList<>();
    private Phase phase = Phase.WAITING;
    private double doneSeconds;
    private double tookSeconds;
    private String problem = "";

    RunState(StudiedLink link, HttpSettings settings) {
        this.link = link;
        expectedSeconds = Turn.plan(settings.transfers(), settings.repeats()).stream()
                .mapToDouble(turn -> turn.expectedSeconds(link))
                .sum();
    }

    StudiedLink link() {
        return link;
    }

    synchronized void phase(Phase next) {
        phase = next;
    }

    synchronized Phase phase() {
        return phase;
    }

    synchronized void add(Sample sample) {
        samples.add(sample);
        doneSeconds += sample.turn().expectedSeconds(link);
        tookSeconds += sample.seconds() * sample.attempts();
    }

    synchronized void fail(String why) {
        problem = why;
    }

    /** Why it ended early; empty if it did not. */
    synchronized String problem() {
        return problem;
    }

    synchronized double share() {
        return Math.min(1, doneSeconds / expectedSeconds);
    }

    /** Expected seconds until all is loaded, by what it took so far. */
    synchronized double secondsLeft() {
        if (phase == Phase.DONE) {
            return 0;
        }
        double pace = doneSeconds > 0 ? Math.max(tookSeconds / doneSeconds, 0.2) : 1;
        return Math.max(0, expectedSeconds - doneSeconds) * pace;
    }

    /** What was measured, one cell for each transfer and version. */
    synchronized List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        Set<Transfer> transfers = new LinkedHashSet<>();
        samples.forEach(sample -> transfers.add(sample.turn().transfer()));
        for (Transfer transfer : transfers) {
            List<Sample> baseline = of(transfer, Protocol.HTTP1);
            for (Protocol protocol : Protocol.values()) {
                List<Sample> own = of(transfer, protocol);
                if (!own.isEmpty()) {
                    cells.add(Cell.of(link, transfer, protocol, own, baseline));
                }
            }
        }
        return cells;
    }

    private List<Sample> of(Transfer transfer, Protocol protocol) {
        return samples.stream()
                .filter(sample -> sample.turn().transfer().equals(transfer)
                        && sample.turn().protocol() == protocol)
                .toList();
    }
}
