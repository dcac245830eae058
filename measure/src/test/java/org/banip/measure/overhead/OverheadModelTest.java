package org.banip.measure.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.banip.emulator.profile.Way;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Against the values that the thesis gives, which are rounded to whole per cents. */
class OverheadModelTest {
    private static final Offset<Double> ROUNDED = within(0.005);

    private final OverheadModel model = OverheadModel.THESIS;

    @Test
    void aPacketOf150BytesTakes727BytesByItselfAnd254OnTcpAlone() {
        assertThat(model.bytes(ModelExchange.PER_REQUEST, 150))
                .isEqualTo(new WireBytes(5, 60 + 5 * 52 + 150, 4, 49 + 4 * 52));
        assertThat(model.bytes(ModelExchange.PER_REQUEST, 150).total()).isEqualTo(727);
        assertThat(model.bytes(ModelExchange.PER_REQUEST, 150).overhead(150)).isCloseTo(0.79, ROUNDED);
        assertThat(model.bytes(ModelExchange.TCP_ONLY, 150).total()).isEqualTo(254);
        assertThat(model.bytes(ModelExchange.TCP_ONLY, 150).overhead(150)).isCloseTo(0.41, ROUNDED);
    }

    @ParameterizedTest
    @CsvSource({"150, 0.65", "1000, 0.32", "4000, 0.09"})
    void theShareThatHttpInducesFallsWithThePayload(int payload, double published) {
        WireBytes request = model.bytes(ModelExchange.PER_REQUEST, payload);
        assertThat(request.shareBeyond(model.bytes(ModelExchange.TCP_ONLY, payload)))
                .isCloseTo(published, ROUNDED);
    }

    @Test
    void aPersistentConnectionSavesWhatOpeningAndClosingTake() {
        assertThat(model.bytes(ModelExchange.PERSISTENT, 150)).isEqualTo(new WireBytes(1, 52 + 52 + 150, 1, 37 + 52));
        assertThat(model.bytes(ModelExchange.PERSISTENT, 4000))
                .isEqualTo(new WireBytes(8, 52 + 8 * 52 + 4000, 8, 37 + 8 * 52));
    }

    @ParameterizedTest
    @CsvSource({"472, 5", "473, 6", "996, 6", "997, 7"})
    void theFirstPacketHas472BytesOfPayloadAndEachFurther524(int payload, int packets) {
        assertThat(model.bytes(ModelExchange.PER_REQUEST, payload).packetsUp()).isEqualTo(packets);
    }

    /** Twelve per cent at two units of 30 bytes. For 24 units the thesis says below one per cent; its formula gives 1.2. */
    @ParameterizedTest
    @CsvSource({"60, 8, 0.118", "720, 9, 0.0123", "870, 9, 0.0102", "900, 9, 0.0099"})
    void aChunkAddsSixBytesAndTheDigitsOfItsSize(int payload, int added, double share) {
        assertThat(model.chunkBytes(payload)).isEqualTo(added);
        assertThat((double) added / (added + payload)).isCloseTo(share, within(5e-4));
        assertThat(model.bytes(ModelExchange.CHUNKED, payload).total())
                .isEqualTo(model.bytes(ModelExchange.TCP_ONLY, payload).total() + added);
    }

    @ParameterizedTest
    @EnumSource(ModelExchange.class)
    void thePacketsOfAnExchangeAreWhatTheFormulasSum(ModelExchange exchange) {
        for (int payload = 1; payload <= 8000; payload += 7) {
            assertThat(sum(model.packets(exchange, payload)))
                    .as("%s of %d bytes", exchange, payload)
                    .isEqualTo(model.bytes(exchange, payload));
        }
    }

    private static WireBytes sum(List<ModelPacket> packets) {
        long[] sums = new long[4];
        for (ModelPacket packet : packets) {
            int at = packet.way() == Way.UP ? 0 : 2;
            sums[at]++;
            sums[at + 1] += packet.bytes();
        }
        return new WireBytes(sums[0], sums[1], sums[2], sums[3]);
    }

    @Test
    void nothingCannotBeSent() {
        assertThatIllegalArgumentException().isThrownBy(() -> model.bytes(ModelExchange.CHUNKED, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Headers(0, 524, 52, 37, 8, 12));
    }
}
