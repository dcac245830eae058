package org.banip.measure.paths;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.Way;
import org.banip.measure.paths.carrier.Rival;
import org.banip.measure.paths.scenario.PathEvent;
import org.banip.measure.paths.scenario.Trouble;

/** Lets the trouble of a case happen, and reads every tenth of a second what each link carried. A thread of its own. */
final class PathScript implements AutoCloseable {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final EmulatedNetwork network;
    private final List<Integer> paths;
    private final List<PathEvent> ahead;
    private final Optional<Rival> rival;
    private final Runnable death;
    private Optional<Duration> dies;
    private final LinkUse use = new LinkUse(STEP_NANOS);
    private final LinkUse shared = new LinkUse(STEP_NANOS);
    private final long begunNanos = System.nanoTime();
    private final Thread thread = new Thread(this::run, "banip-paths-script");

    private PathScript(
            EmulatedNetwork network, List<Integer> paths, Trouble trouble, Optional<Rival> rival, Runnable death) {
        this.network = network;
        this.paths = paths;
        this.rival = rival;
        this.death = death;
        dies = trouble.brokerDies();
        ahead = new ArrayList<>(trouble.events().stream()
                .filter(event -> paths.contains(event.path()))
                .toList());
    }

    /**
     * Begins now.
     *
     * @param paths the numbers of the paths that the links are
     * @param rival the flow beside on the first link
     * @param death kills the broker, and returns at once
     */
    static PathScript start(
            EmulatedNetwork network, List<Integer> paths, Trouble trouble, Optional<Rival> rival, Runnable death) {
        PathScript script = new PathScript(network, paths, trouble, rival, death);
        script.thread.setDaemon(true);
        script.thread.start();
        return script;
    }

    private void run() {
        try {
            for (long step = 0; !Thread.currentThread().isInterrupted(); step++) {
                long due = step * STEP_NANOS;
                happenUntil(due);
                sleepUntil(due);
                use.add(network.links().stream().map(PathScript::given).toList());
                rival.ifPresent(beside ->
                        shared.add(List.of(network.link().counters(Way.UP).deliveredBytes(), beside.bytes())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run has ended
        } catch (IOException e) {
            use.fail(e);
        } catch (RuntimeException e) {
            use.fail(new IOException(e.toString(), e));
        }
    }

    private static long given(EmulatedLink link) {
        return link.counters(Way.UP).offeredBytes() + link.counters(Way.DOWN).offeredBytes();
    }

    private void happenUntil(long nanos) throws IOException, InterruptedException {
        if (dies.filter(at -> at.toNanos() <= nanos).isPresent()) {
            dies = Optional.empty();
            death.run();
        }
        while (!ahead.isEmpty() && ahead.get(0).at().toNanos() <= nanos) {
            PathEvent event = ahead.remove(0);
            sleepUntil(event.at().toNanos());
            network.links().get(paths.indexOf(event.path())).change(Set.of(Way.values()), event.change());
        }
    }

    private void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(begunNanos + nanos - System.nanoTime());
    }

    /** Ends it, and returns what it read. */
    LinkUse end() throws IOException {
        close();
        use.requireWorking();
        return use;
    }

    /** What was carried beside a rival. */
    SharedUse shared() {
        return new SharedUse(shared);
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
