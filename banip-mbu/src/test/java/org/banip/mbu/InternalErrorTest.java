package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.transcoders.packetizer.PacketizerProvider;
import org.junit.jupiter.api.Test;

/** Errors of the JVM, for example a class that a reduced runtime lacks, in code that is not part of BANip: the app gets them. */
class InternalErrorTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();

    @Override
    String uplink() {
        return "chunked";
    }

    @Test
    void errorOfAnEncoderReachesTheAppAndEndsAWaitingOffer() throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        try (MobileBaseUnit mbu = builder()
                .transcoders(new Transcoders(List.of(new FailingPacketizer(new PacketizerProvider(), failing))))
                .chain("packetizer(units=10,hold=0)")
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            SensorInput input = mbu.input("ecg");
            offer(input, 0, 100);
            assertDelivered(mbu);
            failing.set(true);
            OfferOutcome last = OfferOutcome.ACCEPTED;
            for (int unit = 100; last == OfferOutcome.ACCEPTED; unit++) {
                last = input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1));
            }
            assertThat(last).isEqualTo(OfferOutcome.CLOSED);
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                    .hasRootCauseInstanceOf(NoClassDefFoundError.class);
            assertThat(mbu.status().state()).isEqualTo(MbuState.FAILED);
            assertThat(awaitEvent(MbuEvent.Failed.class)).hasSize(1);
        }
    }

    @Test
    void laterEventsAreDeliveredAfterAnErrorOfTheListener() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        try (MobileBaseUnit mbu = ecg(100).listener(event -> {
                    if (failed.compareAndSet(false, true)) {
                        throw new NoClassDefFoundError("android/Missing");
                    }
                    events.add(event);
                })
                .start()) {
            assertDelivered(mbu);
            awaitEvent(MbuEvent.Acknowledged.class);
        }
        assertThat(awaitEvent(MbuEvent.Closed.class)).hasSize(1);
    }

    @Test
    void laterEventsAreDeliveredToAListenerThatLeftItsThreadInterrupted() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        try (MobileBaseUnit mbu = ecg(100).listener(event -> {
                    if (interrupted.compareAndSet(false, true)) {
                        Thread.currentThread().interrupt();
                        return;
                    }
                    events.add(event);
                })
                .start()) {
            assertDelivered(mbu);
            awaitEvent(MbuEvent.Acknowledged.class);
        }
        assertThat(awaitEvent(MbuEvent.Closed.class)).hasSize(1);
    }

    @Test
    void errorOfTheCommandHandlerIsReportedAndTheNextCommandIsExecuted() throws Exception {
        try (MobileBaseUnit mbu = ecg(100).commands((name, argument) -> {
                    if (name.equals("fail")) {
                        throw new NoClassDefFoundError("android/Missing");
                    }
                    return argument;
                })
                .start()) {
            assertDelivered(mbu);
            host.session().send(new Control.Command(1, "fail", new byte[0]));
            host.session().send(new Control.Command(2, "echo", "a".getBytes(StandardCharsets.UTF_8)));
            soon("the results came").until(() -> host.session().results.size() == 2);
            assertThat(host.session().results.get(0).succeeded()).isFalse();
            assertThat(host.session().results.get(1).succeeded()).isTrue();
        }
    }

    /** The packetizer. Its encoder fails when the test demands it. */
    private record FailingPacketizer(PacketizerProvider packetizer, AtomicBoolean failing)
            implements TranscoderProvider {
        @Override
        public String name() {
            return packetizer.name();
        }

        @Override
        public String description() {
            return packetizer.description();
        }

        @Override
        public List<Parameter> parameters() {
            return packetizer.parameters();
        }

        @Override
        public Transcoder create(Arguments arguments) {
            Transcoder transcoder = packetizer.create(arguments);
            return new Transcoder() {
                @Override
                public Encoder newEncoder(SensorGroup group) {
                    return failing(transcoder.newEncoder(group));
                }

                @Override
                public Decoder newDecoder(SensorGroup group) {
                    return transcoder.newDecoder(group);
                }

                @Override
                public boolean yieldsSensorSets() {
                    return transcoder.yieldsSensorSets();
                }
            };
        }

        private Encoder failing(Encoder encoder) {
            return (Encoder) Proxy.newProxyInstance(
                    Encoder.class.getClassLoader(), new Class<?>[] {Encoder.class}, (proxy, method, arguments) -> {
                        if (failing.get() && method.getName().equals("encode")) {
                            throw new NoClassDefFoundError("android/Missing");
                        }
                        return method.invoke(encoder, arguments);
                    });
        }
    }
}
