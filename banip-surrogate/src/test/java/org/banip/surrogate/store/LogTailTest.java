package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.banip.surrogate.store.LogTail.GroupKey;
import org.junit.jupiter.api.Test;

/** The log of a whole store in memory, which a reader uses whose table of extents is damaged. */
class LogTailTest {
    private static final GroupKey KEY = new GroupKey(1, 0);
    private static final int ROWS = 200_000;
    private static final int PAGE = 200;

    @Test
    void aPageDoesNotCostAsMuchAsTheWholeLog() {
        LogTail tail = new LogTail();
        for (int i = 0; i < ROWS; i++) {
            tail.add(KEY, 2L * i, i, 1, false, 10);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        PageRows page = new PageRows(150_000, PAGE);
        tail.addTo(page, KEY);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated; the numbers of all rows are " + 8 * ROWS)
                .isLessThan(ROWS);
        assertThat(page.full()).isTrue();
        assertThat(page.start()).isEqualTo(150_000);
        assertThat(page.end()).isEqualTo(150_000 + PAGE);
        assertThat(page.numbers().json()).startsWith("[300000,300002,").endsWith(",300398]");
    }
}
