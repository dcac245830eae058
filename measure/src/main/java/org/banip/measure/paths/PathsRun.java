package org.banip.measure.paths;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.device.KernelStream.Protocol;
import org.banip.measure.paths.carrier.BanipCarrier;
import org.banip.measure.paths.carrier.BaselineProgram;
import org.banip.measure.paths.carrier.Carried;
import org.banip.measure.paths.carrier.Carrier;
import org.banip.measure.paths.carrier.KernelCarrier;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.ProgramCarrier;
import org.banip.measure.paths.carrier.Task;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.results.Folders;
import org.jspecify.annotations.Nullable;

/** One run in a network of its own. Its thread runs it; any thread asks how far it is. */
final class PathsRun {
    /** Longer than any time-out of TCP that a transfer survives. */
    static final Duration STALL = Duration.ofSeconds(90);

    private final PlannedRun plan;
    private final PathsSettings settings;
    private final Path folder;
    private final Semaphore starting;
    private volatile @Nullable Carrier carrier;
    private volatile long begunNanos;

    /**
     * A run.
     *
     * @param folder for its files
     * @param starting a permit is held while processes start
     */
    PathsRun(PlannedRun plan, PathsSettings settings, Path folder, Semaphore starting) {
        this.plan = plan;
        this.settings = settings;
        this.folder = folder;
        this.starting = starting;
    }

    /** Makes it. */
    PathsResult run() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        List<Integer> paths = plan.transport().paths(plan.studied());
        try (EmulatedNetwork network = EmulatedNetwork.open(plan.links(settings), plan.seed(settings));
                Carrier started = start(network);
                RivalFlow beside = RivalFlow.of(network, plan.studied())) {
            carrier = started;
            begunNanos = System.nanoTime() | 1; // 0 is not yet
            try (PathScript script =
                    PathScript.start(network, paths, plan.studied().trouble(), beside.rival(), started::killBroker)) {
                Carried carried = started.carry();
                LinkUse use = script.end();
                use.write(folder.resolve("links.csv"));
                Files.writeString(folder.resolve("network.json"), network.toJson() + "\n");
                network.requireWorking();
                return new PathsResult(plan, settings, carried, use, script.shared(), lateness(network));
            }
        } finally {
            Folders.delete(folder.resolve("work"));
        }
    }

    private Carrier start(EmulatedNetwork network) throws IOException, InterruptedException {
        starting.acquire();
        try {
            MbuSetup setup = settings.mbu().of(plan.transport());
            Task task = new Task(plan.studied(), plan.transport(), setup, plan.patience(), folder);
            if (plan.transport().ours()) {
                return BanipCarrier.start(network, task);
            }
            Optional<BaselineProgram> program = plan.transport().program();
            if (program.isPresent()) {
                return ProgramCarrier.start(network, task, program.get(), STALL);
            }
            Protocol protocol = plan.transport() == Transport.MPTCP ? Protocol.MPTCP : Protocol.TCP;
            return KernelCarrier.start(network, plan.studied(), protocol, STALL, plan.patience());
        } finally {
            starting.release();
        }
    }

    private static double lateness(EmulatedNetwork network) {
        return network.links().stream()
                        .mapToLong(link -> link.lateness().percentileNanos(99))
                        .max()
                        .orElse(0)
                / 1e6;
    }

    /** Share of the bytes that arrived, 0 to 1. */
    double share() {
        Carrier carrying = carrier;
        return carrying == null
                ? 0
                : Math.min(
                        1, (double) carrying.arrived() / plan.studied().work().bytes());
    }

    /** Seconds since the load began; 0 before. */
    double elapsed() {
        return begunNanos == 0 ? 0 : (System.nanoTime() - begunNanos) / 1e9;
    }
}
