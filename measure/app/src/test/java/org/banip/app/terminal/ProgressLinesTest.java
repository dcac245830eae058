package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
    /** The tenths of seconds at which there was a line, of updates in each tenth. */
    private static List<Integer> lines(int tenths) {
        AtomicLong now = new AtomicLong(-7);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
                ProgressLines progress = new ProgressLines(printed, now::get)) {
            for (int tenth = 1; tenth <= tenths; tenth++) {
                now.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
                progress.update(Integer.toString(tenth));
            }
        }
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Integer::valueOf)
                .collect(Collectors.toList());
    }

    @Test
    void atFirstALineASecond() {
        assertThat(lines(59)).containsExactly(10, 20, 30, 40, 50);
    }

    @Test
    void anHourHasOneInTenSeconds() {
        List<Integer> lines = lines(36_000);
        assertThat(lines.get(lines.size() - 1) - lines.get(lines.size() - 2)).isEqualTo(100);
        assertThat(lines).hasSizeBetween(360, 420);
    }
}
