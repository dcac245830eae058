package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.MbuEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More MBUs in a process than the streams of one connection are enough for, as in a gateway. */
class StreamLimitTest extends MbuFixture {
    private final List<MobileBaseUnit> mbus = new ArrayList<>();
    private MultiplexingFront front;

    @Override
    String uplink() {
        return "http2"; // only if a test starts no front of its own
    }

    @AfterEach
    @Override
    void nothingIsLeft() throws Exception {
        mbus.forEach(MobileBaseUnit::close);
        soon("all connections are closed").until(() -> front.openConnections() == 0);
        front.close();
        super.nothingIsLeft();
    }

    private void start(String uplink, int count, int streams) throws Exception {
        front = MultiplexingFront.before(host, uplink, Optional.empty(), streams);
        HttpSettings http = http(front.certificate()).build();
        for (int n = 0; n < count; n++) {
            mbus.add(builder()
                    .broker(front.base())
                    .uplink(uplink)
                    .ban("ban-" + n)
                    .http(http)
                    .input(TestSensor.ecg())
                    .chain("packetizer(units=10,hold=0)")
                    .start());
        }
    }

    private void deliver(int from) throws InterruptedException {
        for (MobileBaseUnit mbu : mbus) {
            offer(mbu.input("ecg"), from, 10);
        }
        for (MobileBaseUnit mbu : mbus) {
            assertDelivered(mbu);
        }
    }

    @ParameterizedTest
    @CsvSource({"http2, 70", "http3, 50"})
    void manyMbusHaveSeveralConnections(String uplink, int count) throws Exception {
        start(uplink, count, MultiplexingFront.STREAMS);
        deliver(0);
        deliver(10);
        assertThat(eventsOf(MbuEvent.Disconnected.class)).isEmpty();
        assertThat(front.connections()).isBetween(2, 3);
    }

    /** The limit is known only when the first connection is made, perhaps with too many MBUs on it. */
    @ParameterizedTest
    @CsvSource({"http2, 8", "http3, 8"})
    void aLowLimitIsNoticed(String uplink, int count) throws Exception {
        start(uplink, count, 10);
        deliver(0);
        deliver(10);
        assertThat(front.connections()).isGreaterThan(1);
    }

    @Test
    void anMbuThatEndsMakesRoom() throws Exception {
        start("http2", 8, 10);
        deliver(0);
        int before = front.connections();
        long open = front.openConnections();
        MobileBaseUnit last = mbus.remove(7);
        last.close();
        mbus.add(builder()
                .broker(front.base())
                .ban("ban-7")
                .http(http(front.certificate()).build())
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .start());
        offer(mbus.get(7).input("ecg"), 0, 10);
        assertDelivered(mbus.get(7));
        assertThat(front.openConnections()).isLessThanOrEqualTo(open);
        assertThat(front.connections()).isLessThanOrEqualTo(before + 1);
    }
}
