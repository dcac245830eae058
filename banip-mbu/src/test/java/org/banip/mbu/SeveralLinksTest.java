package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two links share a session and a spool, and one of them dies in the middle of the stream: everything arrives once and in order. */
class SeveralLinksTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int UNITS = 36_000;
    private static final int UNITS_BEFORE_DEATH = 6_000;

    @Override
    String uplink() {
        return "chunked";
    }

    @ParameterizedTest
    @CsvSource({"chunked, chunked", "chunked, persistent", "persistent, chunked", "persistent, persistent"})
    void whatADeadLinkHadUnderWayGoesByTheOther(String surviving, String dying) throws Exception {
        Mortal mortal = new Mortal(Uplinks.named(dying));
        try (MobileBaseUnit mbu = builder()
                .uplinks(List.of(Uplinks.named(surviving), mortal))
                .chain("packetizer(units=20,hold=0)|deflate(context=stream,key=2s)")
                .spool(new SpoolSettings(400, 1 << 20, 8192))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            offer(mbu.input("ecg"), 0, UNITS_BEFORE_DEATH);
            mortal.carrying.await();
            mortal.die();
            offer(mbu.input("ecg"), UNITS_BEFORE_DEATH, UNITS - UNITS_BEFORE_DEATH);
            mbu.awaitDelivered(PATIENCE);
            assertThat(mbu.status().groups().get(0).gaps()).isZero();
        }
        assertThat(host.sessions()).isOne();
        assertStored(0, ECG, UNITS);
    }

    /** An uplink whose network goes away for good. */
    private static final class Mortal implements UplinkFactory {
        final CountDownLatch carrying = new CountDownLatch(1);
        private final UplinkFactory kind;
        private volatile boolean dead;
        private volatile FrameSource source;

        Mortal(UplinkFactory kind) {
            this.kind = kind;
        }

        void die() {
            dead = true;
            source.breakOff(new IOException("the network is gone"));
        }

        @Override
        public String name() {
            return "mortal";
        }

        @Override
        public String description() {
            return kind.description();
        }

        @Override
        public Uplink open(UplinkContext context) {
            Uplink uplink = kind.open(context);
            return new Uplink() {
                @Override
                public String register(String document) throws IOException {
                    return uplink.register(document);
                }

                @Override
                public void carry(FrameSource frames) throws IOException, InterruptedException {
                    if (dead) {
                        throw new IOException("no network");
                    }
                    source = frames;
                    carrying.countDown();
                    uplink.carry(frames);
                }

                @Override
                public void deregister(String surrogate) throws IOException {
                    uplink.deregister(surrogate);
                }

                @Override
                public void close() {
                    uplink.close();
                }
            };
        }
    }
}
