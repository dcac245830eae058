package org.banip.mbu.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.SecretKey;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;

/** A spool with a journal in a directory, and what a test does with it. */
public final class JournalledSpool implements AutoCloseable {
    /** The live group. */
    public static final int ECG = 0;
    /** What is late of it. */
    public static final int LATE = 1;
    /** The bulk group. */
    public static final int MOTION = 2;
    /** The units of a packet. */
    public static final int UNITS = 10;

    static final List<SensorGroup> GROUPS = List.of(
            TestSensor.group("ecg", 10, ServiceClass.LIVE).lateAs("late"),
            TestSensor.group("late", 10, ServiceClass.BULK),
            TestSensor.group("motion", 10, ServiceClass.BULK));
    /** Few payloads stay on the heap. */
    private static final SpoolSettings SETTINGS = new SpoolSettings(1_000_000, 1 << 30, 8192, 0.5, 300);

    static final UUID SESSION = new UUID(17, 4);
    /** The run of the system. */
    public static final UUID BOOT = new UUID(3, 3);

    /** Each packet is synced. */
    public static final Duration EACH = Duration.ZERO;
    /** Nothing is synced unless it must be. */
    public static final Duration SELDOM = Duration.ofHours(1);

    final Journal journal;
    final List<GroupCounters> counters = new CopyOnWriteArrayList<>();
    private final List<SensorGroup> groups;
    private final SendPolicy policy;
    public final MemorySpool spool;

    private JournalledSpool(JournalSetup setup, SteadyClock clock) {
        journal = Journal.open(setup);
        groups = new CopyOnWriteArrayList<>(journal.registration().ban().groups());
        groups.forEach(group -> counters.add(new GroupCounters()));
        policy = new SendPolicy(groups, SETTINGS);
        try {
            spool = new MemorySpool(policy, counters, new WakeUp(), new Scheduler(), clock, journal);
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** With files of 4 KiB, in one run of the system. */
    public static JournalledSpool open(Path directory, Duration syncEvery) {
        return open(directory, syncEvery, 4096, BOOT, SteadyClock.system());
    }

    /** The same with all choices. */
    public static JournalledSpool open(
            Path directory, Duration syncEvery, int segmentBytes, UUID boot, SteadyClock clock) {
        return open(directory, syncEvery, segmentBytes, boot, clock, Optional.empty());
    }

    /** The same with a key. */
    static JournalledSpool open(
            Path directory,
            Duration syncEvery,
            int segmentBytes,
            UUID boot,
            SteadyClock clock,
            Optional<SecretKey> key) {
        return new JournalledSpool(
                new JournalSetup(directory, registration("ban-1"), syncEvery, segmentBytes, boot, key), clock);
    }

    /** The same with a key, and former ones. */
    static JournalledSpool open(Path directory, int segmentBytes, SecretKey key, SecretKey... former) {
        JournalSetup setup = new JournalSetup(
                directory,
                registration("ban-1"),
                Duration.ofSeconds(60),
                segmentBytes,
                BOOT,
                Optional.of(key),
                Arrays.asList(former));
        return new JournalledSpool(setup, () -> 1);
    }

    static RegistrationRequest registration(String ban) {
        return RegistrationRequest.builder(SESSION, "packetizer(units=10)", new BanDescription(ban, GROUPS))
                .build();
    }

    /** Adds a group, which the host registers at once. Returns its number. */
    int add() {
        int number = groups.size();
        SensorGroup group = TestSensor.group("added-" + number, 10, ServiceClass.LIVE);
        groups.add(group);
        policy.groupAdded();
        counters.add(new GroupCounters());
        spool.addGroup(AddedGroups.document(registration("ban-1"), group, "packetizer(units=10)"));
        spool.claimable(groups.size());
        return number;
    }

    List<SensorGroup> groups() {
        return groups;
    }

    /** Puts packets behind what the group has; the payload tells the unit. */
    void put(int group, int count) {
        for (int i = 0; i < count; i++) {
            long unit = counters.get(group).packets.get() * UNITS;
            spool.put(group, 0, unit, UNITS, true, payload(group, unit));
        }
    }

    static byte[] payload(int group, long unit) {
        int sensed = group == LATE ? ECG : group;
        byte[] payload = new byte[20 + (int) (unit % 7)];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (unit * 31 + sensed + i);
        }
        return payload;
    }

    /** Claims what waits, and says what it is: group, number and first unit. */
    List<String> claimAll() {
        List<String> all = new ArrayList<>();
        for (Sequenced item = spool.claim(0, 1 << 20); item != null; item = spool.claim(0, 1 << 20)) {
            all.add(text(item));
        }
        return all;
    }

    static String text(Sequenced item) {
        String name = (item.group() < GROUPS.size() ? GROUPS.get(item.group()).name() : "added-" + item.group() + "-")
                + item.sequence();
        if (item instanceof Gap gap) {
            return name + "-" + gap.sequenceCount() + "@" + gap.firstUnit() + "+" + gap.unitCount();
        }
        Packet packet = (Packet) item;
        boolean intact =
                packet.intact() && Arrays.equals(packet.payload(), payload(packet.group(), packet.firstUnit()));
        return name + "@" + item.firstUnit() + (intact ? "" : " damaged");
    }

    /** What a process that is killed now leaves: the files as they are, in another directory. */
    static Path image(Path directory, Path to) throws IOException {
        Files.createDirectories(to);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "spool-*")) {
            for (Path file : files) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    static List<Path> files(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "spool-*.log")) {
            files.forEach(found::add);
        }
        found.sort(Comparator.comparingLong(JournalledSpool::number));
        return found;
    }

    private static long number(Path file) {
        return Long.parseLong(file.getFileName().toString().replaceAll("\\D", ""));
    }

    /** The bytes of the last file that a cut of the power leaves. */
    public long syncedBytes() {
        return journal.syncedBytes();
    }

    /** The unit after the last one that an earlier process has kept of a group. */
    public long endUnit(int group) {
        return journal.resumedAt(group).map(Kept.End::unit).orElse(0L);
    }

    /** Ends in order. */
    @Override
    public void close() {
        journal.close();
    }
}
