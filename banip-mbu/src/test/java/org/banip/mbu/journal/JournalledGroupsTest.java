package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.MOTION;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;
import static org.banip.mbu.journal.JournalledSpool.image;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Kept;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a process leaves of groups that were added, retired and back, and what the next one makes of it. */
@ParameterizedClass
@EnumSource(AtRest.class)
class JournalledGroupsTest {
    @Parameter
    private AtRest atRest;

    @TempDir
    Path directory;

    private Path spoolIn(String name) {
        return directory.resolve(name);
    }

    /** Also when the file in which they were noted is gone, in another session, and if one of the two records is damaged. */
    @Test
    void aLaterProcessKnowsTheGroupsThatWereAdded() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 1);
            assertThat(first.add()).isEqualTo(3);
            assertThat(first.add()).isEqualTo(4);
            image(spoolIn("a"), spoolIn("b"));
            first.put(3, 2);
            image(spoolIn("a"), spoolIn("c"));
        }
        try (JournalledSpool next = atRest.open(spoolIn("b"), SELDOM)) {
            assertThat(next.groups()).hasSize(5);
            assertThat(next.journal.resumedAt(4)).isEmpty();
            assertThat(next.claimAll()).containsExactly("ecg0@0");
        }
        for (int process = 0; process < 3; process++) {
            try (JournalledSpool next = atRest.open(spoolIn("c"), SELDOM)) {
                assertThat(next.groups()).extracting(SensorGroup::name).endsWith("added-3", "added-4");
                assertThat(next.journal.resumedAt(3)).contains(new Kept.End(0, 20));
                assertThat(next.claimAll()).containsExactly("ecg0@0", "added-3-0@0", "added-3-1@10");
                if (process == 1) {
                    next.spool.giveBackAll();
                    assertThat(next.spool.renumber(UUID.randomUUID())).isEmpty();
                }
            }
        }
        try (JournalledSpool next = atRest.open(spoolIn("c"), SELDOM)) {
            assertThat(next.add()).isEqualTo(5);
            next.claimAll();
            next.spool.release(ECG, 1);
            next.spool.release(3, 2);
            next.put(5, 200);
        }
        try (JournalledSpool last = atRest.open(spoolIn("c"), SELDOM)) {
            assertThat(last.groups()).hasSize(6);
            assertThat(last.claimAll()).hasSize(200);
        }
    }

    @Test
    void aLaterProcessKnowsThatAGroupIsRetired() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 2);
            first.spool.putGap(ECG, 0, 20, 1, Gap.Reason.RETIRED);
            first.put(MOTION, 2);
            first.spool.putGap(MOTION, 0, 20, 1, Gap.Reason.RETIRED);
            first.put(MOTION, 1);
            image(spoolIn("a"), spoolIn("b"));
            first.claimAll();
            first.spool.release(ECG, 3);
            first.spool.release(MOTION, 4);
        }
        for (String directory : List.of("a", "b")) {
            for (int process = 0; process < 3; process++) {
                try (JournalledSpool next = atRest.open(spoolIn(directory), SELDOM)) {
                    assertThat(next.journal.resumedAt(ECG)).contains(new Kept.End(0, 21, true));
                    assertThat(next.journal.resumedAt(MOTION).orElseThrow().retired())
                            .isFalse();
                }
            }
        }
    }

    /** Also if the app has offered sensor sets before the retirement is in the spool: they are lost with the process, and must be declared. */
    @Test
    void aLaterProcessKnowsThatAGroupWasBack() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 1);
            first.spool.putGap(ECG, 0, 10, 1, Gap.Reason.RETIRED);
            first.spool.back(ECG, 77);
            first.put(MOTION, 1);
            first.spool.back(MOTION, 88);
            first.spool.putGap(MOTION, 0, 10, 1, Gap.Reason.RETIRED);
            image(spoolIn("a"), spoolIn("b"));
        }
        for (String directory : List.of("b", "a")) {
            try (JournalledSpool next = atRest.open(spoolIn(directory), SELDOM)) {
                assertThat(next.journal.resumedAt(ECG)).contains(new Kept.End(77, 0));
                assertThat(next.journal.resumedAt(MOTION)).contains(new Kept.End(88, 0));
            }
        }
    }

    @Test
    void aRetirementTakesOneNumberBehindThoseThatMayHaveBeenSent() throws Exception {
        try (JournalledSpool first = atRest.open(spoolIn("a"), SELDOM)) {
            first.put(ECG, 1);
            image(spoolIn("a"), spoolIn("b"));
        }
        try (JournalledSpool next = atRest.open(spoolIn("b"), SELDOM, 4096, new UUID(4, 4), SteadyClock.system())) {
            next.spool.putGap(ECG, 0, 50, 1, Gap.Reason.RETIRED);
            assertThat(next.claimAll()).containsExactly("ecg0@0", "ecg1-1024@10+1", "ecg1025-1@50+1");
        }
    }
}
