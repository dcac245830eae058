package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.banip.emulator.EmulatedNetwork;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.paths.scenario.StudiedCase;

/** A plain stream by a program of its own, over the addresses of all links. The run's thread; see {@link ProgramPair}. */
public final class ProgramCarrier implements Carrier {
    private final Task task;
    private final ProgramPair pair;

    private ProgramCarrier(Task task, ProgramPair pair) {
        this.task = task;
        this.pair = pair;
    }

    /**
     * Starts both ends, and returns when they are connected.
     *
     * @param stall how long the receiver may wait for the next bytes
     */
    public static ProgramCarrier start(EmulatedNetwork network, Task task, BaselineProgram program, Duration stall)
            throws IOException, InterruptedException {
        StudiedCase studied = task.studied();
        ProgramPair.End fixed = new ProgramPair.End(
                network.fixed()::start,
                network.links().stream()
                        .map(link -> link.fixedAddress().getHostAddress())
                        .toList(),
                List.of());
        ProgramPair.End mobile = new ProgramPair.End(
                network.mobile()::start,
                network.links().stream()
                        .map(link -> link.mobileAddress().getHostAddress())
                        .toList(),
                List.of());
        ProgramPair.Job job = new ProgramPair.Job(
                program, program.arguments(studied), studied.work(), stall, task.folder(), task.arrivals());
        return new ProgramCarrier(task, ProgramPair.connect(job, fixed, mobile));
    }

    @Override
    public long arrived() {
        return pair.arrived();
    }

    @Override
    public Carried carry() throws IOException, InterruptedException {
        long origin = Console.epochNanos();
        pair.go();
        boolean exact = pair.exact(task.patience());
        Arrivals arrivals =
                read(task.arrivals(), new Arrivals(origin, task.studied().firstTrouble()));
        boolean all = arrivals.bytes() == task.studied().work().bytes();
        return new Carried(arrivals, exact && all, 0, 0, 0, 0, 0, 0, 1);
    }

    private static Arrivals read(Path file, Arrivals arrivals) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            lines.map(line -> line.split(",", -1))
                    .forEach(row -> arrivals.add(Long.parseLong(row[0]), Long.parseLong(row[1])));
        }
        return arrivals;
    }

    @Override
    public void close() {
        pair.close();
    }
}
