package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.transcoding.Transcoders;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;

/**
 * Processes of an MBU with one spool, one after the other, and a host in this JVM. Each process offers numbers and prints what is in the spool, a line
 * each: the number of a sensor set, or {@code r}. All but the last are killed in the middle of their work.
 */
final class KilledProcesses {
    static final int KILLS = 8;
    /** The numbers of a process begin with this many times the number of the process. */
    static final int A_PROCESS = 1_000_000;

    private static final int MOST_LINES = 200;
    private static final int ALL = Integer.MAX_VALUE;

    private final Path directory;
    private final Class<?> main;

    /** Processes with this {@code main}: its arguments are the first number, how often it offers, the URL of the host and the spool. */
    KilledProcesses(Path directory, Class<?> main) {
        this.directory = directory;
        this.main = main;
    }

    /** Runs them, and returns what each has printed. The last one offers this often. */
    List<List<String>> run(Random random, int last) throws Exception {
        List<List<String>> printed = new ArrayList<>();
        try (SurrogateHost surrogates = SurrogateHost.builder(JdbcStore.open(store()))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer host = HostServer.start(surrogates, HostServerSettings.loopback())) {
            for (int process = 0; process < KILLS; process++) {
                int lines = 1 + random.nextInt(MOST_LINES);
                printed.add(offered(host.baseUri(), process * A_PROCESS, A_PROCESS, lines));
            }
            printed.add(offered(host.baseUri(), KILLS * A_PROCESS, last, ALL));
        }
        return printed;
    }

    private Path store() {
        return directory.resolve("store.db");
    }

    /** Starts a process, kills it after this number of lines, and returns what it printed. */
    private List<String> offered(URI host, int first, int count, int lines) throws Exception {
        String spool = directory.resolve("spool").toString();
        Process process = new ProcessBuilder(BanipProcess.command(main, "" + first, "" + count, host.toString(), spool))
                .redirectError(directory.resolve("err-" + first).toFile())
                .start();
        List<String> printed = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            while (line != null) {
                if (line.matches("\\d+|r")) {
                    printed.add(line);
                }
                if (printed.size() == lines) {
                    boolean unused = process.toHandle().destroyForcibly(); // the pipe stays: what is in it is read
                }
                line = out.readLine();
            }
        } finally {
            process.destroyForcibly();
        }
        int status = process.waitFor();
        assertThat(status).as("status; errors are in err-" + first).isEqualTo(lines == ALL ? 0 : 137);
        return printed;
    }

    /** Reads what the host stored of the only session. */
    void read(RecordingVisitor visitor) {
        try (Store store = JdbcStore.openForReading(store())) {
            assertThat(store.interconnects()).hasSize(1);
            new StoredRecording(store, store.interconnects().get(0), Transcoders.installed()).read(0, visitor);
        }
    }
}
