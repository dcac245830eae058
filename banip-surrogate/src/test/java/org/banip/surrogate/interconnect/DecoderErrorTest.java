package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An Error of a component or of the store stops neither other groups nor the session. */
class DecoderErrorTest {
    @TempDir
    private Path directory;

    private FaultyStore store;
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        List<TranscoderProvider> known = new ArrayList<>(Transcoders.installed().all());
        known.add(new FailingProvider());
        store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        host = RunningHost.over(store, builder -> builder.transcoders(new Transcoders(known)));
        mbu = new TestMbu(host.base(), Map.of(), "packetizer(units=4,hold=0)|failing");
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void packetWhoseDecoderMissesAClassIsRefusedAndOtherGroupsOfTheReadGoOn() throws IOException {
        assertThat(sendWithSecondGroup(FailingProvider.MISSES_A_CLASS).error()).isEqualTo("undecodable-packet");
        assertThat(send(TestMbu.packet(1, 1)).acknowledged()).containsExactly(0L, 2L);
        assertThat(send(TestMbu.packet(0, 0)).acknowledged()).containsExactly(1L, 2L);
        assertSessionComesBack(1, 2);
    }

    @Test
    void withoutMemoryForAPacketAllGroupsBeginAgainWhereTheStoreEnds() throws IOException {
        assertThat(sendWithSecondGroup(FailingProvider.NO_MEMORY).error()).isEqualTo("storage-unavailable");
        awaitTaken();
        assertSessionComesBack(1, 1);
    }

    @Test
    void storeThatFailsWithAnErrorIsToldAndTheResendIsTaken() throws IOException {
        store.missingAClass(true);
        assertThat(send(TestMbu.packet(0, 0), TestMbu.packet(1, 0)).error()).isEqualTo("storage-unavailable");
        store.missingAClass(false);
        awaitTaken();
        assertSessionComesBack(1, 1);
    }

    /** A wrong packet of the first group and a right one of the second, in one piece. */
    private WireAnswer sendWithSecondGroup(int wrongBytes) throws IOException {
        return send(Packet.of(TestMbu.packet(0, 0).header(), new byte[wrongBytes]), TestMbu.packet(1, 0));
    }

    private WireAnswer send(Packet... packets) throws IOException {
        return mbu.send(Frames.statefulBody(2, List.of(packets)));
    }

    private void awaitTaken() {
        await().until(() -> send(TestMbu.packet(0, 0), TestMbu.packet(1, 0)).status() == 200);
    }

    /** A session is registered again only when all that it gave to its decoders and to the store is settled. */
    private void assertSessionComesBack(long first, long second) throws IOException {
        assertThat(mbu.delete().status()).isEqualTo(204);
        assertThat(mbu.register().groups())
                .extracting(group -> group.nextSequence())
                .containsExactly(first, second);
    }
}
