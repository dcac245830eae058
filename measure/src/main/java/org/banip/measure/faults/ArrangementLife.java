package org.banip.measure.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.banip.measure.faults.machine.MbuPart;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.measure.faults.process.MbuCounters;
import org.banip.measure.faults.record.MbuRun;
import org.banip.measure.faults.record.RecordFindings;

/**
 * Rounds of one arrangement, one after the other. After a round that failed, the rest goes on with a new arrangement of the same kind, and the
 * folder of the former one stays. One thread.
 */
final class ArrangementLife {
    private final FaultsSettings settings;
    private final ArrangementKind kind;
    private final Path folder;
    private final Optional<Path> clockLibrary;
    private final FaultDraw draw;
    private final Consumer<RoundResult> results;
    private int arrangements;
    private Optional<RecordFindings> before = Optional.empty();

    /**
     * Rounds that have not begun.
     *
     * @param folder in which each arrangement gets one
     * @param results takes each result as soon as it is there
     */
    ArrangementLife(
            FaultsSettings settings,
            ArrangementKind kind,
            Path folder,
            Optional<Path> clockLibrary,
            Consumer<RoundResult> results) {
        this.settings = settings;
        this.kind = kind;
        this.folder = folder;
        this.clockLibrary = clockLibrary;
        this.results = results;
        draw = new FaultDraw(settings.seed(), settings.faultKinds());
    }

    /** Makes the rounds from one number up to another one. */
    void run(int first, int last) throws IOException, InterruptedException {
        int next = first;
        while (next <= last) {
            next = runOne(next, last);
        }
    }

    private int runOne(int first, int last) throws IOException, InterruptedException {
        String name = "arrangement-" + kind.number() + (arrangements == 0 ? "" : "-" + arrangements);
        arrangements++;
        before = Optional.empty();
        Path place = folder.resolve(name);
        int next = first;
        boolean failed = false;
        try (Arrangement arrangement = new Arrangement(kind, place, clockLibrary, settings.seed())) {
            arrangement.start();
            while (next <= last && !failed) {
                RoundResult result = round(arrangement, next);
                if (next == last && !result.failed()) {
                    List<String> problems = end(arrangement);
                    result = result.atEnd(problems, arrangement.alerts().steps());
                }
                failed = result.failed();
                results.accept(result);
                next++;
            }
            if (failed) {
                arrangement.keepDisks();
            }
        }
        if (!failed) {
            delete(place);
        }
        return next;
    }

    private RoundResult round(Arrangement arrangement, int number) throws InterruptedException {
        List<Fault> faults = draw.faults(number, kind);
        Round round = new Round(arrangement, faults, settings.seed() + number, settings.patience());
        round.run();
        RecordFindings found = arrangement.check().check(arrangement.mbu().history(), round.needed());
        List<String> problems = new ArrayList<>(round.problems());
        problems.addAll(found.problems());
        problems.addAll(givenUp(arrangement.mbu()));
        RecordFindings former = before.orElse(RecordFindings.none());
        before = Optional.of(found);
        return new RoundResult(
                number,
                kind,
                arrangement.folder(),
                faults,
                round.happened(),
                round.seconds(),
                found.sets(),
                RoundResult.grown(found, former, RecordFindings::gaps),
                RoundResult.grown(found, former, RecordFindings::declared),
                RoundResult.grown(found, former, RecordFindings::lost),
                RoundResult.grown(found, former, RecordFindings::undeclared),
                found.longestSeconds(),
                0,
                problems);
    }

    /** The MBU has room for what waits, and its sensors wait for it otherwise: so it gives up nothing. */
    private static List<String> givenUp(MbuPart mbu) {
        List<String> problems = new ArrayList<>();
        MbuCounters counters = mbu.counters();
        for (int group = 0; group < FaultSignal.GROUPS.size(); group++) {
            if (counters.givenUp(group) > 0) {
                problems.add("the MBU has given up " + counters.givenUp(group) + " sensor sets of "
                        + FaultSignal.GROUPS.get(group).name());
            }
        }
        return problems;
    }

    /** The sensors end, and everything is delivered, to the last sensor set; then a durable spool is empty. */
    private List<String> end(Arrangement arrangement) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        try {
            MbuCounters counters = arrangement.mbu().counters();
            arrangement.mbu().deliver();
            List<MbuRun> runs = arrangement.mbu().history();
            RecordFindings found = arrangement.check().check(runs, new long[FaultSignal.GROUPS.size()]);
            problems.addAll(found.problems());
            for (int group = 0; group < FaultSignal.GROUPS.size(); group++) {
                long left = counters.given(group) - runs.get(runs.size() - 1).found(group);
                if (left > 0) {
                    problems.add("at the end " + left + " sensor sets of "
                            + FaultSignal.GROUPS.get(group).name() + " are missing, which the MBU has delivered");
                }
            }
            problems.addAll(arrangement.alerts().check(runs, settings.patience()));
            arrangement.mbu().end();
        } catch (IOException e) {
            problems.add("at the end: " + e.getMessage());
        }
        return problems;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
