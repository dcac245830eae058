package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The backlog of a day of 12 leads at 500 Hz, a quarter of a gigabyte, in processes that may use far less memory than that. */
@Timeout(600)
class DayOfBacklogIT {
    private static final String HEAP = "-Xmx144m";

    @TempDir
    Path directory;

    private String run(String what, int exit) throws Exception {
        Path out = directory.resolve(what + ".out");
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-cp",
                classes,
                DayOfBacklog.class.getName(),
                what,
                directory.resolve("spool").toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(out)).isEqualTo(exit);
        return Files.readString(out);
    }

    @Test
    void fitsIntoASmallHeapAndABoundedDirectory() throws Exception {
        long backlog = (long) DayOfBacklog.PACKETS * DayOfBacklog.PAYLOAD;
        assertThat(run("put", 137)).contains("put " + DayOfBacklog.PACKETS);
        assertThat(bytes()).isBetween(backlog, backlog * 5 / 4);
        assertThat(run("send", 0)).contains("sent " + DayOfBacklog.PACKETS);
        assertThat(bytes()).isLessThan(3 << 20);
    }

    private long bytes() throws Exception {
        long bytes = 0;
        for (Path file : JournalledSpool.files(directory.resolve("spool"))) {
            bytes += Files.size(file);
        }
        return bytes;
    }
}
