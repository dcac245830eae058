package org.banip.measure.jini;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.SampleLayout;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.SensorData;
import org.junit.jupiter.api.Test;

class FeedWindowTest {
    private static final int ENOUGH = 100;

    private final FeedSurrogate surrogate = FeedSurrogate.create();
    private final SampleLayout layout =
            new SampleLayout(surrogate.description().ban().groups().get(0));
    private final FeedWindow window = new FeedWindow(() -> {});

    @Test
    void lastsUntilEnoughHasCome() throws Exception {
        window.begin();
        CompletableFuture<JsonObject> result = CompletableFuture.supplyAsync(this::end);
        for (int packet = 0; packet < ENOUGH; packet++) {
            window.delivered(packet(packet));
        }
        JsonObject counted = result.get(1, TimeUnit.MINUTES);
        assertThat(counted.integer("sets", 0, Long.MAX_VALUE)).isEqualTo(ENOUGH);
        assertThat(counted.integer("disordered", 0, Long.MAX_VALUE)).isZero();
    }

    private JsonObject end() {
        try {
            return JsonObject.parse(window.end().endObject().toString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private SensorData packet(int sequence) {
        PacketHeader header = new PacketHeader(0, sequence, 0, sequence, 1, true);
        return new SensorData(surrogate.description(), header, layout, new byte[layout.setBytes()], 0);
    }
}
