package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored session in the list of {@code banip export}. */
class ListedTest {
    private static final List<Channel> LEAD = List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10));

    @TempDir
    Path directory;

    @Test
    void saysWhatTheGroupsAreForThatTheMbuAdded() {
        SensorGroup ecg = SensorGroup.live("ecg", Frequency.ofHz(360), LEAD)
                .lateAs("ecg-late")
                .thinned(new Thinning("ecg-reduced", Thinning.Kind.WAVEFORM, 0));
        SensorGroup reduced = SensorGroup.live("ecg-reduced", Frequency.ofHz(90), LEAD);
        SensorGroup late =
                new SensorGroup("ecg-late", ecg.frequency(), ServiceClass.BULK, Duration.ofDays(1), ecg.channels());
        BanDescription ban = new BanDescription("ban-1", List.of(ecg, reduced, late));
        try (Store store = JdbcStore.open(directory.resolve("banip.db"))) {
            InterconnectRecord session = store.create(new InterconnectRecord(
                    0, UUID.randomUUID(), "ban-1", ban, "standard", Collections.nCopies(3, "rice"), 0));
            assertThat(new Listed(store, session).text().lines().skip(1))
                    .containsExactly(
                            "    ecg: 1 channel at 360 Hz, no data yet",
                            "    ecg-reduced: 1 channel at 90 Hz, no data yet; ecg at a lower rate, while the link did not carry all of it",
                            "    ecg-late: 1 channel at 360 Hz, no data yet; what an outage delayed of ecg, exported as part of it");
        }
    }
}
