package org.banip.app.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.rmi.ConnectException;
import java.rmi.NoSuchObjectException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store in a process of its own takes, and what it refuses. */
class StoreInterestTest {
    private static final int CHANNELS = 64;
    private static final SensorGroup GROUP = SensorGroup.live(
            "eeg",
            Frequency.ofHz(100),
            Collections.nCopies(CHANNELS, new Channel("C", "mV", 16, -32768, 32767, -10, 10)));
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), new BanDescription("ban-1", List.of(GROUP)), "standard", 1);

    @TempDir
    private Path directory;

    private final StringWriter said = new StringWriter();
    private final AtomicInteger fences = new AtomicInteger();
    private Store store;

    @BeforeEach
    void open() {
        store = JdbcStore.open(directory.resolve("copy.db"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private StoreInterest interest() {
        EventLines lines = new EventLines(new PrintWriter(said, true), Clock.systemUTC());
        return new StoreInterest(
                store, Transcoders.installed(), Set.of(), Clock.systemUTC(), lines, fences::incrementAndGet);
    }

    private static StartPoint begin(StoreInterest interest) {
        return interest.from(SURROGATE, Optional.empty());
    }

    @Test
    void hostThatCannotBeReachedIsNamedWithItsAddressAndTheReason() {
        ListedSurrogate at = new ListedSurrogate(
                SURROGATE.session(), "ban-1", "ward", 1, new ObjectAddress("127.0.0.1", 7, UUID.randomUUID()));

        interest().failed(at, new ConnectException("refused to Endpoint[A@7b1a]", new IOException("refused")));

        assertThat(said.toString())
                .contains("BAN ban-1 cannot be followed at host ward (127.0.0.1:7), trying again: refused")
                .doesNotContain("Endpoint");
    }

    /** Another one may be at the same port since. */
    @Test
    void hostThatHasEndedIsNamedInWords() {
        ListedSurrogate at = new ListedSurrogate(
                SURROGATE.session(), "ban-1", "ward", 1, new ObjectAddress("127.0.0.1", 7, UUID.randomUUID()));

        interest().failed(at, new NoSuchObjectException("no such object in table"));

        assertThat(said.toString())
                .contains("host ward (127.0.0.1:7), trying again: the host that was there has ended")
                .doesNotContain("table");
    }

    @Test
    void sessionThatAHostStoredStaysTheHosts() {
        InterconnectRecord host = store.create(new InterconnectRecord(
                0, SURROGATE.session(), "ban-1", SURROGATE.ban(), "standard", List.of("packetizer|auto"), 1));
        StoreInterest interest = interest();
        SurrogateListener unused = interest.listener(SURROGATE);

        assertThatExceptionOfType(BanipException.class)
                .isThrownBy(() -> begin(interest))
                .withMessageContaining("this store is that of a host, name another one");

        assertThat(said.toString()).contains("BAN ban-1 cannot be stored: session " + SURROGATE.session());
        assertThat(store.epoch(host)).hasValue(host.epoch());
        assertThat(interest.fenced()).isEmpty();
    }

    @Test
    void processWhoseSessionAnotherOneTookOverEnds() {
        StoreInterest first = interest();
        SurrogateListener unused = first.listener(SURROGATE);
        assertThat(begin(first)).isEqualTo(StartPoint.at(List.of(0L)));
        StoreInterest second = interest();
        SurrogateListener unusedToo = second.listener(SURROGATE);
        assertThat(begin(second)).isEqualTo(StartPoint.at(List.of(0L)));

        assertThatExceptionOfType(BanipException.class).isThrownBy(() -> begin(first));

        assertThat(first.fenced().orElseThrow()).hasMessageContaining("is stored by another process in the same store");
        assertThat(fences).hasValue(1);
        assertThat(begin(second)).isEqualTo(StartPoint.at(List.of(0L)));
        assertThat(second.fenced()).isEmpty();
    }

    private static SensorData noise(long sequence, long firstUnit, int units) {
        SampleLayout layout = new SampleLayout(GROUP);
        byte[] sets = new byte[units * layout.setBytes()];
        new Random(sequence).nextBytes(sets);
        return new SensorData(
                SURROGATE, new PacketHeader(0, sequence, 1_000_000, firstUnit, units, true), layout, sets, 0);
    }

    @Test
    void packetThatIsTooLongForAStoreIsNamedAndBecomesAGap() {
        StoreInterest interest = interest();
        SurrogateListener ban = interest.listener(SURROGATE);
        assertThat(begin(interest)).isEqualTo(StartPoint.at(List.of(0L)));
        int longest = 4000; // of 128 bytes, which noise does not shorten

        ban.delivered(noise(0, 0, 10));
        ban.delivered(noise(1, 10, longest));
        ban.delivered(noise(2, 10 + longest, 10));

        assertThat(begin(interest)).isEqualTo(StartPoint.at(List.of(3L))); // waits for the commits
        List<Sequenced> items = new ArrayList<>();
        store.read(store.find(SURROGATE.session()).orElseThrow(), 0, 0, item -> {
            items.add(item);
            return true;
        });
        assertThat(items).extracting(Sequenced::sequence).containsExactly(0L, 1L, 2L);
        assertThat(items.get(1)).isEqualTo(new Gap(0, 1, 1, 1_000_000, 10, longest, Gap.Reason.THINNED));
        assertThat(said.toString())
                .containsPattern(
                        "BAN ban-1: packet 1 of group eeg is not stored: .*payload of \\d+ bytes exceeds limit 262144")
                .doesNotContain("cannot be read at the host");
    }
}
