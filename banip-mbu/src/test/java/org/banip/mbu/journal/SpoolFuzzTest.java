package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.LATE;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.Fuzz;
import org.banip.core.testing.MemoryFolder;
import org.banip.mbu.spool.SpoolException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Damaged files of a spool: what an MBU that starts makes of them, and sends (docs/faults.md, "Fuzzing"). */
@ParameterizedClass
@EnumSource(AtRest.class)
class SpoolFuzzTest {
    @Parameter
    private AtRest atRest;

    private static final int INPUTS = 3_000;
    /** A journal and a spool of three groups, whose queues have room. */
    private static final long ALLOWANCE = 4L << 20;

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.banip.mbu");

    @TempDir(factory = MemoryFolder.class)
    private Path directory;

    private final List<String> names = new ArrayList<>();
    private final List<byte[]> files = new ArrayList<>();

    @BeforeEach
    void run() throws Exception {
        LOG.setLevel(Level.OFF); // it tells of each damaged file
        Path spool = directory.resolve("run");
        try (JournalledSpool run = atRest.open(spool, SELDOM, 512, JournalledSpool.BOOT, () -> 1)) {
            run.put(ECG, 5);
            run.put(MOTION, 3);
            run.put(LATE, 2);
            run.claimAll();
            run.spool.release(ECG, 2);
            run.put(MOTION, 3);
            run.put(run.add(), 2);
        }
        for (Path file : JournalledSpool.files(spool)) {
            names.add(file.getFileName().toString());
            files.add(Files.readAllBytes(file));
        }
        assertThat(files).hasSizeGreaterThan(2);
    }

    @AfterEach
    void logAsBefore() {
        LOG.setLevel(null);
    }

    private static Fuzz fuzz(String name) {
        // spool-full: what a forged record says of others is found when their payloads are read, and the MBU fails.
        return Fuzz.of(name, "spool-full", "malformed-frame", "session-mismatch", "unsupported-version", "too-long")
                .allocating(bytes -> ALLOWANCE + 64L * bytes.length);
    }

    @Test
    void damagedFiles() throws Exception {
        Fuzz fuzz = fuzz("spool files");
        fuzz.run(files, INPUTS, (bytes, random) -> start(random.nextInt(files.size()), bytes, random.nextInt(4) == 0));
        assertThat(fuzz.count("read")).isPositive();
        assertThat(fuzz.count("malformed-frame")).isPositive();
    }

    /** A record may have been written by a program with an error. */
    @Test
    void recordsWithTheRightChecksum() throws Exception {
        List<byte[]> bodies = new ArrayList<>();
        for (byte[] file : files) {
            new SegmentReader(file).read(record -> bodies.add(record.bytes(record.left())));
        }
        Fuzz fuzz = fuzz("spool records");
        fuzz.run(bodies, INPUTS, (body, random) -> {
            int file = random.nextInt(files.size());
            start(file, with(files.get(file), body, random), false);
        });
        assertThat(fuzz.count("read")).isPositive();
    }

    /** The file with a record behind one of its records, or in its place. */
    private static byte[] with(byte[] file, byte[] body, Random random) throws IOException {
        List<int[]> places = new ArrayList<>();
        new SegmentReader(file)
                .read(record ->
                        places.add(new int[] {record.start(), record.start() + RecordBuffer.HEAD + record.left()}));
        int[] place = places.get(random.nextInt(places.size()));
        RecordBuffer out = new RecordBuffer();
        out.append(Arrays.copyOf(file, random.nextBoolean() ? place[0] : place[1]));
        if (body.length > 0) {
            out.begin(body[0]).append(Arrays.copyOfRange(body, 1, body.length)).end();
        }
        out.append(Arrays.copyOfRange(file, place[1], file.length));
        return Arrays.copyOf(out.bytes(), out.length());
    }

    /** Starts with one file damaged, and the others missing or not, and sends everything. */
    private void start(int damaged, byte[] bytes, boolean alone) throws IOException {
        Path copy = Files.createDirectories(directory.resolve("copy"));
        for (Path file : JournalledSpool.files(copy)) {
            Files.delete(file);
        }
        for (int i = 0; i < names.size(); i++) {
            if (i == damaged || !alone) {
                Files.write(copy.resolve(names.get(i)), i == damaged ? bytes : files.get(i));
            }
        }
        try (JournalledSpool next = atRest.open(copy, SELDOM, 512, JournalledSpool.BOOT, () -> 1)) {
            requireOneAfterTheOther(next);
        } catch (SpoolException e) {
            throw e.getCause() instanceof BanipException cause ? cause : e;
        } catch (BanipException e) {
            throw new IllegalStateException("not said as an error of the spool", e);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw message.contains("had another BAN description") || message.contains("is encrypted")
                    ? new BanipException(ErrorCode.SESSION_MISMATCH, e.getMessage(), e)
                    : e;
        }
    }

    /** The numbers of each group have no hole. */
    private static void requireOneAfterTheOther(JournalledSpool next) {
        long[] expected = next.spool.released();
        for (Sequenced item = next.spool.claim(0, 1 << 20); item != null; item = next.spool.claim(0, 1 << 20)) {
            if (item.sequence() != expected[item.group()]) {
                throw new IllegalStateException(item + " comes where " + expected[item.group()] + " is next");
            }
            expected[item.group()] = item.nextSequence();
        }
    }
}
