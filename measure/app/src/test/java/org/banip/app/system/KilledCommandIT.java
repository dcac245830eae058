package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An MBU is killed between the delivery of a command and its answer, and the next process goes on with the session (docs/control.md): each command is
 * carried out at most once, and its sender is told what is known of it.
 */
@Timeout(600)
@SuppressWarnings("try") // an MBU that only has to run, and one that is killed early
class KilledCommandIT {
    private static final int ROUNDS = Math.max(1, Integer.getInteger("banip.faults.rounds", 6) / 6);
    private static final long SEED = Long.getLong("banip.faults.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int LONGEST_WAIT_NANOS = 20_000_000;
    /** From this number on the action never answers. */
    private static final int SILENT = 1_000_000;

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    /** What became of each command, by its number. */
    private final Map<Integer, CommandAnswer.State> told = new LinkedHashMap<>();

    private int number;

    /** The process: an action writes its number into a file, says so, and answers or waits for ever. */
    public static final class Acting {
        private Acting() {}

        /** Arguments: URL of the host, directory of the spool, the file. */
        public static void main(String[] args) throws Exception {
            Path done = Path.of(args[2]);
            SensorGroup group =
                    SensorGroup.live("g", Frequency.ofHz(100), List.of(new Channel("n", "", 16, 0, 100, 0, 100)));
            CommandArgument n = CommandArgument.integer("n", "", 0, 2 * SILENT);
            try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                    .broker(URI.create(args[0]))
                    .ban("ban-17")
                    .spool(Path.of(args[1]))
                    .input(group)
                    .chain("packetizer(units=1,hold=0)")
                    .command(
                            CommandDeclaration.of("act", "Writes its number down", n)
                                    .within(Duration.ofSeconds(2)),
                            arguments -> act(done, arguments.integer("n")))
                    .start()) {
                new CountDownLatch(1).await();
            }
        }

        private static String act(Path done, long n) throws Exception {
            Files.writeString(done, n + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            System.out.println("begun " + n);
            System.out.flush();
            if (n >= SILENT) {
                new CountDownLatch(1).await();
            }
            return "did " + n;
        }
    }

    /** A running {@link Acting}, and what it prints. */
    private final class Unit implements AutoCloseable {
        private final Process process;
        private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();

        Unit(URI host) throws IOException {
            process = new ProcessBuilder(BanipProcess.command(
                            Acting.class,
                            host.toString(),
                            directory.resolve("spool").toString(),
                            directory.resolve("done").toString()))
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("err").toFile()))
                    .start();
            Thread reader = new Thread(this::read, "unit-output");
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    printed.add(line);
                }
            } catch (IOException e) {
                // The kill closed the pipe.
            }
        }

        /** Waits until it has begun with a command, or until it is known that the command does not come. */
        void awaitBegun(int n, CompletableFuture<CommandAnswer> answer) throws InterruptedException {
            String line = "";
            while (!line.equals("begun " + n) && !(answer.isDone() && printed.isEmpty())) {
                String next = printed.poll(20, TimeUnit.MILLISECONDS);
                line = next == null ? "" : next;
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    @Test
    void eachCommandIsCarriedOutAtMostOnceAndItsSenderIsTold() throws Exception {
        System.out.println("KilledCommandIT seed " + SEED + ", " + ROUNDS + " rounds of each kind");
        try (SurrogateHost surrogates = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer host = HostServer.start(surrogates, HostServerSettings.loopback())) {
            for (int round = 0; round < ROUNDS; round++) {
                try (Unit unit = new Unit(host.baseUri())) {
                    SurrogateHandle surrogate = ready(surrogates);
                    int silent = SILENT + ++number;
                    CompletableFuture<CommandAnswer> answer = call(surrogate, silent);
                    unit.awaitBegun(silent, answer);
                    unit.close();
                    assertThat(outcome(silent, answer))
                            .as("killed while it acts, seed %s", SEED)
                            .isIn(CommandAnswer.State.UNKNOWN, CommandAnswer.State.UNDELIVERED);
                }
                try (Unit unit = new Unit(host.baseUri())) {
                    SurrogateHandle surrogate = ready(surrogates);
                    int any = ++number;
                    CompletableFuture<CommandAnswer> answer = call(surrogate, any);
                    LockSupport.parkNanos(random.nextInt(LONGEST_WAIT_NANOS));
                    unit.close();
                    int away = ++number;
                    CompletableFuture<CommandAnswer> none = call(surrogate, away);
                    outcome(any, answer);
                    outcome(away, none);
                }
            }
            try (Unit unit = new Unit(host.baseUri())) {
                ready(surrogates);
                assertThat(unit.process.isAlive()).isTrue();
                assertThat(surrogates.surrogates()).as("one session").hasSize(1);
            }
        }
        assertDone();
    }

    private static CompletableFuture<CommandAnswer> call(SurrogateHandle surrogate, int n) {
        return surrogate.call("act", Map.of("n", n));
    }

    private CommandAnswer.State outcome(int n, CompletableFuture<CommandAnswer> answer) throws Exception {
        CommandAnswer.State state =
                answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).state();
        told.put(n, state);
        return state;
    }

    /**
     * Sends commands until the new process carries one out. The host may not know yet that the connection of the killed one has ended, and then what
     * it sends there is lost.
     */
    private SurrogateHandle ready(SurrogateHost surrogates) throws Exception {
        while (true) {
            await().atMost(PATIENCE)
                    .until(() -> surrogates.surrogates().stream()
                            .anyMatch(surrogate -> !surrogate.commands().isEmpty()));
            SurrogateHandle surrogate = surrogates.surrogates().get(0);
            int probe = ++number;
            if (outcome(probe, call(surrogate, probe)) == CommandAnswer.State.SUCCEEDED) {
                return surrogate;
            }
        }
    }

    private void assertDone() throws IOException {
        List<Integer> done = Files.readAllLines(directory.resolve("done")).stream()
                .map(Integer::valueOf)
                .toList();
        Set<Integer> distinct = new HashSet<>(done);
        assertThat(done).as("at most once, seed %s", SEED).hasSameSizeAs(distinct);
        assertThat(told).as("%s, seed %s", done, SEED).allSatisfy((n, state) -> {
            if (state == CommandAnswer.State.SUCCEEDED) {
                assertThat(done).contains(n);
            } else if (state == CommandAnswer.State.UNDELIVERED) {
                assertThat(done).doesNotContain(n);
            }
        });
        assertThat(told.keySet()).containsAll(distinct);
        assertThat(Collections.frequency(List.copyOf(told.values()), CommandAnswer.State.UNKNOWN))
                .as("seed %s: %s", SEED, told)
                .isPositive();
    }
}
