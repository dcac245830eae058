package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.mbu.journal.JournalledSpool.EACH;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.LATE;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;
import static org.banip.mbu.journal.JournalledSpool.SESSION;
import static org.banip.mbu.journal.JournalledSpool.UNITS;
import static org.banip.mbu.journal.JournalledSpool.image;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.spool.SpoolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a process leaves in the directory of its spool, and what the next one makes of it. */
@ParameterizedClass
@EnumSource(AtRest.class)
class JournalTest {
    @Parameter
    private AtRest atRest;

    @TempDir
    Path directory;

    private JournalledSpool atTheSameTime(String name) {
        return atRest.open(spoolIn(name), SELDOM, 4096, JournalledSpool.BOOT, () -> 1);
    }

    private Path spoolIn(String name) {
        return directory.resolve(name);
    }

    @Test
    void aKilledProcessLeavesWhatIsNotReleasedInOrder() throws Exception {
        Path image;
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            assertThat(first.journal.isResumed()).isFalse();
            first.put(ECG, 4);
            first.put(MOTION, 2);
            first.claimAll();
            first.spool.release(ECG, 2);
            first.spool.putGap(ECG, 0, 40, 7, Gap.Reason.SENSOR_SILENT);
            image = image(spoolIn("a"), spoolIn("b"));
        }
        try (JournalledSpool next = atRest.open(image, SELDOM)) {
            assertThat(next.journal.session()).isEqualTo(SESSION);
            assertThat(next.journal.isResumed()).isTrue();
            assertThat(next.journal.resumedAt(ECG)).contains(new Kept.End(0, 47));
            assertThat(next.journal.resumedAt(LATE)).isEmpty();
            assertThat(next.spool.released()).containsExactly(2, 0, 0);
            assertThat(next.spool.bytes(MOTION)).isEqualTo(2 * 96 + 20 + 23);
            assertThat(next.claimAll()).containsExactly("ecg2@20", "ecg3@30", "ecg4-1@40+7", "motion0@0", "motion1@10");
            assertThat(next.counters.get(MOTION).unitsProduced).hasValue(20);
            assertThat(next.counters.get(MOTION).retransmissions).hasValue(2);
            next.spool.release(ECG, 5);
            next.spool.release(MOTION, 2);
            assertThat(next.counters).allMatch(count -> count.allSettled());
            assertThat(next.spool.put(ECG, 0, 90, UNITS, true, new byte[1])).isEmpty();
            assertThat(next.spool.claim(0, 64)).extracting(Sequenced::sequence).isEqualTo(5L);
        }
    }

    @Test
    void releasedItemsMayComeOnceMoreIfTheirReleaseWasNotWritten() throws Exception {
        Path image;
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 4);
            first.claimAll();
            first.spool.release(ECG, 4);
            image = image(spoolIn("a"), spoolIn("b"));
        }
        try (JournalledSpool next = atRest.open(image, SELDOM)) {
            next.spool.goOn(ECG, 4);
            assertThat(next.spool.release(ECG, 4)).as("the host has them").isTrue();
            assertThat(next.spool.packets()).isZero();
        }
    }

    @Test
    void afterACutOfThePowerTheFirstGapTakesAllNumbersThatMayHaveBeenSent() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 2);
            first.put(MOTION, 2);
            image(spoolIn("a"), spoolIn("b"));
            image(spoolIn("a"), spoolIn("c"));
        }
        UUID otherBoot = new UUID(4, 4);
        for (UUID boot : List.of(otherBoot, BootId.UNKNOWN)) {
            Path image = boot.equals(otherBoot) ? spoolIn("b") : spoolIn("c");
            try (JournalledSpool next = atRest.open(image, SELDOM, 4096, boot, SteadyClock.system())) {
                next.spool.putGap(ECG, 0, 20, 100, Gap.Reason.SENSOR_SILENT);
                next.spool.put(MOTION, 0, 100, UNITS, true, JournalledSpool.payload(MOTION, 100));
                assertThat(next.claimAll())
                        .containsExactly(
                                "ecg0@0",
                                "ecg1@10",
                                "ecg2-1025@20+100",
                                "motion0@0",
                                "motion1@10",
                                "motion2-1024@20+1",
                                "motion1026@100");
            }
        }
    }

    @Test
    void aProcessThatEndedInOrderOrSyncedEachPacketLosesNoNumbers() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), EACH)) {
            first.put(ECG, 2);
            image(spoolIn("a"), spoolIn("b"));
        }
        try (JournalledSpool first = atRest.open(spoolIn("c"), SELDOM)) {
            first.put(ECG, 2);
        }
        for (String name : List.of("a", "b", "c")) {
            try (JournalledSpool next =
                    atRest.open(spoolIn(name), SELDOM, 4096, new UUID(4, 4), SteadyClock.system())) {
                next.spool.putGap(ECG, 0, 20, 100, Gap.Reason.SENSOR_SILENT);
                assertThat(next.claimAll()).as(name).containsExactly("ecg0@0", "ecg1@10", "ecg2-1@20+100");
            }
        }
    }

    @Test
    void theNumbersThatMayHaveBeenSentStayTakenUntilAnItemTakesThem() throws Exception {
        UUID nextBoot = new UUID(4, 4);
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 2);
            image(spoolIn("a"), spoolIn("b"));
        }
        Duration sync = EACH;
        for (int start = 0; start < 3; start++) { // nothing is sensed
            atRest.open(spoolIn("b"), sync, 4096, nextBoot, () -> 1).close();
            sync = SELDOM;
        }
        try (JournalledSpool next = atRest.open(spoolIn("b"), SELDOM, 4096, nextBoot, () -> 1)) {
            next.spool.putGap(ECG, 0, 20, 100, Gap.Reason.SENSOR_SILENT);
        }
        try (JournalledSpool next = atRest.open(spoolIn("b"), SELDOM, 4096, nextBoot, () -> 1)) {
            next.put(MOTION, 1);
            next.spool.putGap(ECG, 0, 120, 100, Gap.Reason.SENSOR_SILENT);
            assertThat(next.claimAll())
                    .as("once")
                    .containsExactly(
                            "ecg0@0",
                            "ecg1@10",
                            "ecg2-1025@20+100",
                            "ecg1027-1@120+100",
                            "motion0-1024@0+1",
                            "motion1024@0");
        }
    }

    @Test
    void anotherSessionIsThereWholeOrNotAtAll() throws Exception {
        UUID another = new UUID(5, 5);
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM, 600, JournalledSpool.BOOT, () -> 1)) {
            first.put(ECG, 40);
            first.claimAll();
            first.spool.release(ECG, 30);
            image(spoolIn("a"), spoolIn("before"));
            first.spool.renumber(another);
            image(spoolIn("a"), spoolIn("after"));
        }
        // killed in between: all files of the former session, and those of the new one but the last
        Path torn = image(spoolIn("before"), spoolIn("torn"));
        List<Path> after = JournalledSpool.files(spoolIn("after"));
        assertThat(after).hasSizeGreaterThan(1);
        for (Path file : after.subList(0, after.size() - 1)) {
            Files.copy(file, torn.resolve(file.getFileName()));
        }
        for (String former : List.of("before", "torn")) {
            try (JournalledSpool next = atTheSameTime(former)) {
                assertThat(next.journal.session()).isEqualTo(SESSION);
                assertThat(next.claimAll()).startsWith("ecg30@300", "ecg31@310").hasSize(10);
            }
        }
        try (JournalledSpool next = atTheSameTime("after")) {
            assertThat(next.journal.session()).isEqualTo(another);
            assertThat(next.claimAll()).startsWith("ecg0@300", "ecg1@310").hasSize(10);
        }
    }

    @Test
    void packetsThatHaveMovedAreThereOnce() throws Exception {
        AtomicLong nanos = new AtomicLong(1);
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM, 4096, JournalledSpool.BOOT, nanos::get)) {
            first.put(ECG, 3);
            nanos.addAndGet(60_000_000_000L);
            image(spoolIn("a"), spoolIn("b"));
            first.put(ECG, 1);
            assertThat(JournalledSpool.text(first.spool.claim(0, 64))).isEqualTo("ecg0-4@0+40");
            image(spoolIn("a"), spoolIn("c"));
        }
        try (JournalledSpool next = atRest.open(spoolIn("b"), SELDOM, 4096, JournalledSpool.BOOT, nanos::get)) {
            next.spool.goOn(ECG, 0);
            assertThat(next.claimAll())
                    .as("what was never sent waits for an outage still")
                    .containsExactly("ecg0-3@0+30", "late0@0", "late1@10", "late2@20");
        }
        try (JournalledSpool next = atRest.open(spoolIn("c"), SELDOM, 4096, JournalledSpool.BOOT, nanos::get)) {
            assertThat(next.claimAll()).startsWith("ecg0-4@0+40", "late0@0").hasSize(5);
        }
    }

    @Test
    void theSessionThatHasEndedLeavesNothing() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 2);
            first.claimAll();
            first.spool.release(ECG, 2);
            first.journal.forget();
        }
        assertThat(JournalledSpool.files(spoolIn("a"))).isEmpty();
        try (JournalledSpool next = atRest.open(spoolIn("a"), SELDOM)) {
            assertThat(next.journal.isResumed()).isFalse();
        }
    }

    @Test
    void aSessionThatHasEndedLeavesNothingToSendIfItsFilesCannotAllBeDeleted() throws Exception {
        Path kept = directory.resolve("kept");
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 2);
            first.claimAll();
            first.spool.release(ECG, 2);
            first.journal.forget();
            Files.move(spoolIn("a").resolve("spool-1.log"), kept); // what stands there now cannot be deleted
            Files.createDirectories(spoolIn("a").resolve("spool-1.log").resolve("full"));
        }
        Files.createDirectory(spoolIn("b"));
        Files.move(kept, spoolIn("b").resolve("spool-1.log"));
        try (JournalledSpool next = atRest.open(spoolIn("b"), SELDOM)) {
            assertThat(next.spool.packets()).isZero();
        }
    }

    @Test
    void afterTheEndNothingIsClaimed() {
        JournalledSpool first = atRest.open(spoolIn("a"), SELDOM);
        first.put(ECG, 2);
        first.close();
        assertThatThrownBy(() -> first.spool.claim(0, 64))
                .as("the next process would not know that it was sent")
                .isInstanceOf(SpoolException.class)
                .hasMessage("spool: the MBU is closed");
    }

    @Test
    void aDirectoryIsForOneMbu() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            assertThat(first.journal.isResumed()).isFalse();
            assertThatThrownBy(() -> atRest.open(spoolIn("a"), SELDOM))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("spool: another MBU uses the directory " + spoolIn("a")
                            + "; each needs a directory of its own");
        }
        atRest.open(spoolIn("a"), SELDOM).close();
    }

    @Test
    void packetsOfAnotherDescriptionAreLeftAsTheyAre() throws Exception {
        JournalSetup other = new JournalSetup(
                spoolIn("a"), JournalledSpool.registration("ban-2"), SELDOM, 4096, JournalledSpool.BOOT, atRest.key());
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 2);
        }
        assertThatThrownBy(() -> Journal.open(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 2 packets of session " + SESSION + ", which had another BAN description");
        try (JournalledSpool again = atRest.open(spoolIn("a"), SELDOM)) {
            assertThat(again.claimAll()).containsExactly("ecg0@0", "ecg1@10");
            again.spool.release(ECG, 2);
        }
        Journal fresh = Journal.open(other);
        assertThat(fresh.isResumed()).as("nothing was left").isFalse();
        fresh.close();
    }

    @Test
    void onlyTheOwnerMayReadIt() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 1);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(spoolIn("a"))))
                    .isEqualTo("rwx------");
            assertThat(JournalledSpool.files(spoolIn("a")))
                    .hasSize(1)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void aFileThatCannotBeBegunFailsTheSpoolForGood() throws Exception {
        Path moved = directory.resolve("moved");
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 2);
            Files.move(spoolIn("a"), moved);
            assertThatThrownBy(() -> first.put(ECG, 200))
                    .isInstanceOf(SpoolException.class)
                    .hasMessageContaining(spoolIn("a").toString());
            assertThatThrownBy(() -> first.put(ECG, 1)).isInstanceOf(SpoolException.class);
            assertThatThrownBy(() -> first.spool.claim(0, 64))
                    .as("what is not in the journal must not be sent")
                    .isInstanceOf(SpoolException.class);
        }
        try (JournalledSpool next = atRest.open(moved, SELDOM)) {
            assertThat(next.claimAll()).startsWith("ecg0@0", "ecg1@10").doesNotHaveDuplicates();
        }
    }

    @Test
    void theThreadSyncsAndEnds() {
        try (JournalledSpool first = atRest.open(spoolIn("a"), Duration.ofMillis(10))) {
            first.put(ECG, 2);
            assertThat(Thread.getAllStackTraces().keySet())
                    .anyMatch(thread -> thread.getName().equals("banip-spool-ban-1"));
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("banip-spool-ban-1"));
    }
}
