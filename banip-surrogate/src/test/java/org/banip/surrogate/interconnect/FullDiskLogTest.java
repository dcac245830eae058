package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.StoreSettings;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A database that can grow no more is told of once, however often MBUs try again. */
class FullDiskLogTest {
    private static final int ROUNDS = 40;

    @TempDir
    private Path directory;

    @Test
    void fullDiskIsLoggedOnceAndCounted() throws IOException {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        String url = "jdbc:sqlite:" + directory.resolve("store.db") + "?max_page_count=40";
        try (RunningHost host = RunningHost.over(JdbcStore.open(url, "", "", StoreSettings.DEFAULT))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            int failed = 0;
            long next = 0;
            while (failed < ROUNDS) {
                WireAnswer answer = mbu.send(next, next + 500);
                if (answer.status() == 200) {
                    next = answer.acknowledged().get(0);
                } else {
                    assertThat(answer.error()).isEqualTo("storage-unavailable");
                    failed++;
                }
            }
        } finally {
            root.detachAppender(log);
        }
        List<String> warnings = log.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
        assertThat(warnings).anyMatch(line -> line.contains("the store failed")).hasSizeLessThan(10);
    }
}
