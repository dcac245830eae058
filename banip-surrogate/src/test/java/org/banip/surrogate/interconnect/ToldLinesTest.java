package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.server.executor.SerialExecutor;
import org.banip.server.request.Deadlines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A surrogate may tell its subscribers more than they can be told. */
class ToldLinesTest {
    private final List<String> published = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final SerialExecutor executor = SerialExecutor.onCallers(failures::add);
    private final Deadlines deadlines = new Deadlines("test-clock", Runnable::run);
    private final ToldLines lines = new ToldLines("4f1c2d1e", executor, deadlines, line -> published.add(line.text()));

    @AfterEach
    void stop() {
        deadlines.close();
        assertThat(failures).isEmpty();
    }

    @Test
    void newestLinesArePublishedInOrder() {
        for (int i = 0; i < 100; i++) {
            lines.add("" + i, i);
        }
        await().until(() -> published.contains("99"));
        assertThat(published.get(0)).isEqualTo("0");
        assertThat(published).isSortedAccordingTo((a, b) -> Integer.parseInt(a) - Integer.parseInt(b));
        lines.add("later", 100);
        await().until(() -> published.contains("later"));
    }

    @Test
    void linesThatWaitArePublishedAtTheEndAndNoneAfterIt() {
        for (int i = 0; i < ToldLines.MOST; i++) {
            lines.add("" + i, i);
        }
        executor.execute(lines::end);
        assertThat(published).hasSize(ToldLines.MOST);
        lines.add("too late", 64);
        executor.execute(() -> assertThat(published).doesNotContain("too late"));
    }

    @Test
    void surrogateThatTellsWithoutEndDoesNotHoldAThreadThatReceives() throws InterruptedException {
        AtomicInteger told = new AtomicInteger();
        Thread endless = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                lines.add("" + told.incrementAndGet(), 0);
            }
        });
        executor.execute(() -> {
            endless.start();
            await().until(() -> told.get() > 10_000);
        });
        // This thread ran what was told meanwhile; it would be here never if that had no end.
        assertThat(endless.isAlive()).isTrue();
        endless.interrupt();
        endless.join(60_000);
        await().until(() -> published.contains("" + told.get()));
        assertThat(published).hasSizeLessThan(told.get());
    }
}
