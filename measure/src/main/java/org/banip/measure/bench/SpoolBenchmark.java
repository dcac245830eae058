package org.banip.measure.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.journal.Journal;
import org.banip.mbu.journal.JournalSetup;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolJournal;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The spool on one thread. An operation is one item claimed, released, and another put in its place, while a number of others wait.
 *
 * <p>A directory is in the system's temporary folder. The figures are those of its disk; on a {@code tmpfs} a sync costs nothing.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls fill first
public class SpoolBenchmark {
    private static final int RUN = 256;
    private static final int UNITS = 10;
    private static final byte[] PAYLOAD = new byte[150];
    private static final int LIVE = 0;
    private static final int BULK = 1;
    private static final List<SensorGroup> GROUPS =
            List.of(group("ecg", ServiceClass.LIVE), group("motion", ServiceClass.BULK));
    private static final RegistrationRequest REGISTRATION = RegistrationRequest.builder(
                    new UUID(0, 1), "packetizer(units=10)", new BanDescription("benchmark", GROUPS))
            .build();

    private static final Duration EACH_SECOND = Duration.ofSeconds(1);
    private static final Duration EACH_PACKET = Duration.ZERO;

    /** Where it is: in memory, or in a directory, too, plain or encrypted; {@code synced} syncs each packet before it can be sent. */
    @Param({"memory", "directory", "encrypted", "synced"})
    public String kept;

    /** Items that wait in a bulk group; the second number is a day of packets of 200 ms. */
    @Param({"16", "432000"})
    public int backlog;

    private final long[] nextUnit = new long[GROUPS.size()];
    private Path folder;
    private SpoolJournal journal;
    private MemorySpool spool;

    /** JMH calls this constructor. */
    public SpoolBenchmark() {}

    private static SensorGroup group(String name, ServiceClass of) {
        Channel channel = new Channel("a", "mV", 12, -2048, 2047, -10, 10);
        return new SensorGroup(name, Frequency.ofHz(50), of, Duration.ofSeconds(1), List.of(channel));
    }

    private void open(SpoolJournal with) {
        journal = with;
        spool = new MemorySpool(
                new SendPolicy(GROUPS, SpoolSettings.DEFAULT),
                List.of(new GroupCounters(), new GroupCounters()),
                new WakeUp(),
                new Scheduler(),
                SteadyClock.system(),
                with);
    }

    private Journal journal(Duration syncEvery) {
        JournalSetup plain = new JournalSetup(folder.resolve("spool"), REGISTRATION, syncEvery);
        return Journal.open(kept.equals("encrypted") ? plain.with(new SecretKeySpec(new byte[32], "AES")) : plain);
    }

    /** Fills the spool. What waits is not synced packet by packet, which would take longer than the benchmark. */
    @Setup
    public void fill() throws IOException {
        folder = Scratch.make();
        open(kept.equals("memory") ? SpoolJournal.NONE : journal(EACH_SECOND));
        for (int i = 0; i < backlog; i++) {
            put(BULK);
        }
        if (kept.equals("synced")) {
            journal.close();
            open(journal(EACH_PACKET));
        }
        put(LIVE);
    }

    /** Deletes the directory. */
    @TearDown
    public void close() throws IOException {
        journal.close();
        Scratch.delete(folder);
    }

    private void put(int group) {
        spool.put(group, 0, nextUnit[group], UNITS, true, PAYLOAD);
        nextUnit[group] += UNITS;
    }

    /** The steady state: as much leaves as enters. */
    @Benchmark
    @OperationsPerInvocation(RUN)
    public int claimReleasePut() {
        for (int i = 0; i < RUN; i++) {
            Sequenced item = spool.claim(0, 64);
            if (item == null) {
                throw new IllegalStateException("nothing waits in the spool");
            }
            spool.release(item.group(), item.nextSequence());
            put(item.group());
        }
        return spool.packets();
    }
}
