package org.banip.measure.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.ShownThreads;
import org.banip.app.terminal.Stop;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/**
 * Measures all links of the matrix, batch by batch. In a batch no link is measured before all have started and warmed up. Belongs to the thread that
 * calls {@link #run}, which also shows the progress; each link has a thread of its own.
 */
public final class HttpExperiment {
    /** Name of the table of results. */
    public static final String TABLE = "http";

    private static final int WARM_UP = 6;
    private static final int STARTING = 2;

    private final HttpSettings settings;
    private final ResultsFolder folder;
    private final Stop stop;
    private final int warmUp;
    private final Semaphore starting = new Semaphore(STARTING, true);

    /** An experiment that ends early on request. */
    public HttpExperiment(HttpSettings settings, ResultsFolder folder, Stop stop) {
        this(settings, folder, stop, WARM_UP);
    }

    HttpExperiment(HttpSettings settings, ResultsFolder folder, Stop stop, int warmUp) {
        this.settings = settings;
        this.folder = folder;
        this.stop = stop;
        this.warmUp = warmUp;
    }

    /** Measures, and returns what was found. */
    public HttpFindings run() throws IOException, InterruptedException {
        Path secrets = Files.createTempDirectory("banip-measure-keys");
        KeyFile keys = KeyFile.make(secrets);
        int processors = Runtime.getRuntime().availableProcessors();
        List<List<RunState>> batches = new ArrayList<>();
        for (List<StudiedLink> links : Batches.of(settings.links(), settings.atOnce(), processors)) {
            batches.add(links.stream().map(link -> new RunState(link, settings)).toList());
        }
        HttpView view = new HttpView(batches);
        List<RunState> all = batches.stream().flatMap(List::stream).toList();
        try (ResultTable table = folder.table(TABLE);
                ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            for (List<RunState> batch : batches) {
                if (!stop.requested()) {
                    run(batch, keys, table, view, progress);
                }
            }
        } finally {
            Files.deleteIfExists(keys.path());
            Files.deleteIfExists(secrets);
        }
        return new HttpFindings(all);
    }

    private void run(List<RunState> batch, KeyFile keys, ResultTable table, HttpView view, ProgressDisplay progress)
            throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(batch.size());
        List<Thread> threads = batch.stream()
                .map(state -> new Thread(
                        () -> make(state, keys, ready, table),
                        "banip-http-" + state.link().name()))
                .toList();
        ShownThreads.run(threads, stop, progress, view::block, view::line);
    }

    private void make(RunState state, KeyFile keys, CountDownLatch ready, ResultTable table) {
        Path own = folder.directory()
                .toAbsolutePath()
                .resolve(TABLE)
                .resolve(state.link().name());
        try (LinkRun run = start(state, keys, own, ready)) {
            ready.await();
            state.phase(RunState.Phase.MEASURING);
            run.measure(state, stop::requested);
        } catch (InterruptedException e) {
            state.fail("ended by somebody");
        } catch (IOException | RuntimeException e) {
            state.fail(e.toString()); // the other links go on
        } finally {
            state.cells().forEach(cell -> table.add(cell.row()));
            state.phase(RunState.Phase.DONE);
        }
    }

    private LinkRun start(RunState state, KeyFile keys, Path own, CountDownLatch ready)
            throws IOException, InterruptedException {
        try {
            starting.acquire();
            try {
                state.phase(RunState.Phase.STARTING);
                return LinkRun.start(state.link(), settings, keys, own, warmUp);
            } finally {
                starting.release();
            }
        } finally {
            ready.countDown(); // others do not wait for one that failed
        }
    }
}
