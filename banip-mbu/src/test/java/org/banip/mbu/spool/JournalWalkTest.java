package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.MemoryFolder;
import org.banip.mbu.journal.AtRest;
import org.banip.mbu.journal.JournalledSpool;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random walks of a spool with a journal, whose process is killed or loses its power again and again, with outages, packets that move, and new
 * sessions: all that was sensed is stored once in a session and decodes, or is declared.
 */
@ParameterizedClass
@EnumSource(AtRest.class)
class JournalWalkTest {
    @Parameter
    private AtRest atRest;

    private static final int UNITS = JournalledSpool.UNITS;
    private static final int ECG = JournalledSpool.ECG;
    private static final int MOTION = JournalledSpool.MOTION;
    private static final int GROUPS = 3;
    private static final int WALKS = 25;
    private static final int STEPS = 400;

    @TempDir(factory = MemoryFolder.class)
    Path directory;

    /** One walk. */
    private final class Walk {
        private final Random random;
        private final String name;
        private final AtomicLong nanos = new AtomicLong(1);
        private final ArrayDeque<Sequenced> underWay = new ArrayDeque<>();
        private final long[] next = new long[GROUPS];
        private final List<Set<Long>> done = List.of(new TreeSet<>(), new TreeSet<>());

        private StoredSession host = new StoredSession(GROUPS);
        private Path spoolPath;
        private JournalledSpool process;
        private MemorySpool spool;
        private boolean keyDue = true;
        private int processes;
        /** How often the host had items that the cut of the power has taken from the spool. */
        private int aheadOfKept;

        Walk(long seed) {
            random = new Random(seed);
            name = "walk-" + seed + "-";
            spoolPath = directory.resolve(name + 0);
            process = open(JournalledSpool.BOOT);
            spool = process.spool;
        }

        private JournalledSpool open(UUID boot) {
            Duration sync = random.nextInt(4) == 0 ? JournalledSpool.EACH : JournalledSpool.SELDOM;
            int segment = random.nextBoolean() ? 700 + random.nextInt(2000) : 1 << 20;
            return atRest.open(spoolPath, sync, segment, boot, nanos::get);
        }

        private Set<Long> done(int group) {
            return done.get(group == MOTION ? 1 : 0);
        }

        private void declared(List<Gap> gaps) {
            for (Gap gap : gaps) {
                for (long unit = gap.firstUnit(); unit < gap.endUnit(); unit += UNITS) {
                    done(gap.group()).add(unit);
                }
            }
        }

        private void sense() {
            int group = random.nextInt(3) == 0 ? MOTION : ECG;
            long unit = next[group];
            next[group] += UNITS;
            if (random.nextInt(30) == 0) {
                declared(List.of(spool.putGap(group, 0, unit, UNITS, Gap.Reason.SENSOR_SILENT)));
                keyDue |= group == ECG && spool.takeRestart(ECG);
                return;
            }
            boolean key = group == MOTION || keyDue || random.nextInt(15) == 0;
            keyDue &= group == MOTION;
            spool.put(group, 0, unit, UNITS, key, new byte[] {(byte) unit}).ifPresent(gap -> declared(List.of(gap)));
        }

        private void claim() {
            Sequenced item = spool.claim(0, 64);
            if (item instanceof Packet packet) {
                assertThat(packet.intact()).as("%s", packet).isTrue();
                assertThat(packet.payload()[0]).isEqualTo((byte) packet.firstUnit());
            }
            if (item != null) {
                underWay.add(item);
            }
        }

        private void acknowledge() {
            for (int group = 0; group < GROUPS; group++) {
                if (host.next(group) > spool.released()[group]) {
                    spool.release(group, host.next(group));
                }
            }
        }

        private void beginAnother() {
            underWay.clear();
            spool.giveBackAll();
            host.requireDecodable();
            for (int group = 0; group < GROUPS; group++) {
                done(group).addAll(host.units(group));
            }
            host = new StoredSession(GROUPS);
            declared(spool.renumber(new UUID(random.nextLong(), 1)));
        }

        /** The process is killed. With the power goes what was not synced of the last file. */
        private void kill(boolean power) throws IOException {
            List<Path> files = new ArrayList<>();
            Path image = directory.resolve(name + ++processes);
            Files.createDirectory(image);
            try (DirectoryStream<Path> all = Files.newDirectoryStream(spoolPath, "spool-*.log")) {
                for (Path file : all) {
                    files.add(Files.copy(file, image.resolve(file.getFileName())));
                }
            }
            if (power) {
                Path last = files.stream()
                        .max(Comparator.comparing(JournalWalkTest::number))
                        .orElseThrow();
                try (RandomAccessFile file = new RandomAccessFile(last.toFile(), "rw")) {
                    long synced = process.syncedBytes();
                    file.setLength(synced + random.nextInt((int) (file.length() - synced) + 1));
                }
            }
            process.close();
            spoolPath = image;
            UUID boot = power ? new UUID(random.nextLong(), 1) : JournalledSpool.BOOT;
            process = open(boot);
            if (processes % 3 == 0) { // it ends before it has sensed anything
                process.close();
                process = atRest.open(spoolPath, JournalledSpool.SELDOM, 4096, boot, nanos::get);
            }
            spool = process.spool;
            keyDue = true;
            goOn(power);
        }

        /** The link breaks; what was under way may arrive or not. The host tells what it has, and the process declares what it lacks. */
        private void goOn(boolean power) {
            while (!underWay.isEmpty() && random.nextInt(3) > 0) {
                host.take(underWay.remove());
            }
            underWay.clear();
            host.forgetAhead();
            for (int group = 0; group < GROUPS; group++) {
                spool.goOn(group, host.next(group));
            }
            for (int group : new int[] {ECG, MOTION}) {
                long end = process.endUnit(group);
                assertThat(end).as("kept of group %s", group).isLessThanOrEqualTo(next[group]);
                aheadOfKept += host.next(group) > spool.sent()[group] ? 1 : 0;
                if (!power) {
                    assertThat(end).as("kept of group %s", group).isEqualTo(next[group]);
                }
                next[group] += UNITS;
                declared(List.of(spool.putGap(group, 0, end, next[group] - end, Gap.Reason.SENSOR_SILENT)));
            }
        }

        private void step(int what) throws IOException {
            if (what < 40) {
                sense();
            } else if (what < 65) {
                claim();
            } else if (what < 82) {
                Sequenced arrived = underWay.poll();
                if (arrived != null) {
                    host.take(arrived);
                }
            } else if (what < 90) {
                acknowledge();
            } else if (what < 93) {
                nanos.addAndGet(random.nextInt(8) * 1_000_000_000L);
            } else if (what < 95) {
                kill(random.nextBoolean());
            } else if (what < 96 && random.nextInt(4) == 0) {
                beginAnother();
            } else {
                keyDue |= spool.takeRestart(ECG);
            }
        }

        void go() throws IOException {
            for (int step = 0; step < STEPS; step++) {
                step(random.nextInt(100));
            }
            while (spool.packets() > 0) {
                claim();
                while (!underWay.isEmpty()) {
                    host.take(underWay.remove());
                }
                acknowledge();
            }
            process.close();
            check();
        }

        private void check() {
            host.requireDecodable();
            for (int group = 0; group < GROUPS; group++) {
                done(group).addAll(host.units(group));
            }
            for (int group : new int[] {ECG, MOTION}) {
                for (long unit = 0; unit < next[group]; unit += UNITS) {
                    assertThat(done(group))
                            .as("unit %s of group %s is stored", unit, group)
                            .contains(unit);
                }
            }
        }
    }

    private static long number(Path file) {
        return Long.parseLong(file.getFileName().toString().replaceAll("\\D", ""));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 25, 1086, 3284, 4014})
    void allIsStoredOnceOrDeclaredHoweverOftenTheProcessDies(long from) {
        int aheadOfKept = 0;
        for (long seed = from; seed < from + WALKS; seed++) {
            try {
                Walk walk = new Walk(seed);
                walk.go();
                aheadOfKept += walk.aheadOfKept;
            } catch (AssertionError | IOException | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(aheadOfKept).isPositive();
    }
}
