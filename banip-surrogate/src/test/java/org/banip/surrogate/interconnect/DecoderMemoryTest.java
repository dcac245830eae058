package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What decoders know of their signals counts as memory that MBUs make the host hold. */
class DecoderMemoryTest {
    private static final String CHAIN = "packetizer(units=4,hold=0)|predict(effort=high)";

    @TempDir
    private Path directory;

    @Test
    void decodersBeyondTheQuotaAreRefusedAndTheirMemoryComesBack() throws IOException {
        TranscodingChain chain = TranscodingChain.parse(CHAIN, Transcoders.installed());
        long each = TestMbu.BAN.groups().stream().mapToLong(chain::decoderBytes).sum();
        assertThat(each).isPositive();
        HostLimits limits = HostLimits.builder().heldBytesPerIdentity(2 * each).build();
        try (RunningHost host =
                RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.limits(limits))) {
            TestMbu first = new TestMbu(host.base(), Map.of(), CHAIN);
            first.register();
            new TestMbu(host.base(), Map.of(), CHAIN).register();
            assertThat(host.host().statistics().heldBytes()).isEqualTo(2 * each);

            TestMbu third = new TestMbu(host.base(), Map.of(), CHAIN);
            WireAnswer answer = third.post(third.registration().toJson());
            assertThat(answer.error()).isEqualTo("limit-reached");
            assertThat(answer.message())
                    .contains("decoders with " + each + " bytes")
                    .contains("limit " + 2 * each);

            first.delete();
            await().until(() -> host.host().statistics().heldBytes() == each);
            third.register();
        }
    }
}
