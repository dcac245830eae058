package org.banip.app.terminal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Several tasks, some at the same time, with their progress and the expected time left. Used by one thread; each task runs on a thread of its own.
 *
 * @param <T> result of a task
 */
public final class Steps<T> {
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final long END_SECONDS = 25;

    private final String title;
    private final int atOnce;
    private final List<ProgressStep> steps = new ArrayList<>();
    private final List<Callable<T>> tasks = new ArrayList<>();

    /** Creates an empty list of tasks.
     *
     * @param title beginning of the displayed text
     * @param atOnce number of tasks at the same time
     */
    public Steps(String title, int atOnce) {
        this.title = title;
        this.atOnce = atOnce;
    }

    /** Adds a task and its expected duration. */
    public void add(String name, Duration expected, Callable<T> task) {
        ProgressStep step = new ProgressStep(name, expected);
        steps.add(step);
        tasks.add(() -> {
            step.begin();
            try {
                return task.call();
            } finally {
                step.end();
            }
        });
    }

    /**
     * Runs all tasks, or stops when the user asks for the end.
     *
     * @param done receives each result at once, on the calling thread
     * @return whether all tasks were done
     * @throws IOException if a task fails; the others are ended
     */
    public boolean run(Stop stop, Consumer<T> done) throws IOException, InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(atOnce, task -> {
            Thread thread = new Thread(task, "banip-step");
            thread.setDaemon(true);
            return thread;
        });
        ExecutorCompletionService<T> ending = new ExecutorCompletionService<>(executor);
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            tasks.forEach(ending::submit);
            int left = tasks.size();
            while (left > 0 && !stop.requested()) {
                progress.update(this::block, this::line);
                Future<T> ended = ending.poll(FRAME.toMillis(), TimeUnit.MILLISECONDS);
                if (ended != null) {
                    done.accept(get(ended));
                    left--;
                }
            }
            progress.update(this::block, this::line);
            return left == 0;
        } finally {
            executor.shutdownNow();
            boolean unused =
                    executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS); // the tasks remove what they created
        }
    }

    private static <T> T get(Future<T> ended) throws IOException, InterruptedException {
        try {
            return ended.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IOException(cause == null ? "a measurement failed" : String.valueOf(cause.getMessage()), e);
        }
    }

    private List<Line> block(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(line(), Line.Tone.STRONG));
        for (ProgressStep step : steps) {
            if (step.running() && lines.size() < size.rows() - 1) {
                lines.add(Line.plain("  " + Figures.clock(seconds(step.secondsLeft())) + " left  " + step.name()));
            }
        }
        return lines;
    }

    String line() {
        long ended = steps.stream().filter(ProgressStep::ended).count();
        return title + ": " + ended + " of " + steps.size() + " done; about " + Figures.clock(left()) + " left";
    }

    /** The longest step, or the sum of all divided by the number that run at once. */
    private Duration left() {
        double longest =
                steps.stream().mapToDouble(ProgressStep::secondsLeft).max().orElse(0);
        double sum = steps.stream().mapToDouble(ProgressStep::secondsLeft).sum();
        return seconds(Math.max(longest, sum / atOnce));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) (seconds * 1000));
    }
}
