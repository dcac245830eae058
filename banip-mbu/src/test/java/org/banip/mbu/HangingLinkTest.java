package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.AddressOrder;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.api.Test;

/** One of two links hangs: in a registration that the server never answers, or in the look-up of a name. */
class HangingLinkTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int HALF = 3600;

    private final CountDownLatch hangs = new CountDownLatch(1);

    @Override
    String uplink() {
        return "chunked";
    }

    @Test
    void theOtherLinkRegistersAndDeliversAndRegistersAgain() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                MobileBaseUnit mbu = builder()
                        .http(HttpSettings.builder()
                                .responseTimeout(Duration.ofHours(1))
                                .probeInterval(Duration.ofMillis(10))
                                .build())
                        .closeTimeout(Duration.ofMillis(1)) // the link that hangs does not end by itself
                        .uplinks(List.of(redirectedTo(silent), waiting()))
                        .input(ECG)
                        .fullPolicy("ecg", FullPolicy.WAIT)
                        .start();
                Socket hanging = silent.accept()) {
            assertThat(hanging.getInputStream().read()).isEqualTo('P'); // of POST
            hangs.countDown();
            offer(mbu.input("ecg"), 0, HALF);
            assertDelivered(mbu);
            host.forget();
            host.breakConnections();
            offer(mbu.input("ecg"), HALF, HALF);
            assertDelivered(mbu);
            soon("the second registration")
                    .until(() -> eventsOf(MbuEvent.Registered.class).size() > 1);
        }
        assertStored(0, ECG, 2 * HALF);
    }

    @Test
    void closingDoesNotWaitForALinkThatLooksANameUp() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try {
            try (MobileBaseUnit mbu = builder()
                    .uplinks(List.of(lookingUp(released), Uplinks.named("chunked")))
                    .input(ECG)
                    .fullPolicy("ecg", FullPolicy.WAIT)
                    .start()) {
                hangs.await();
                offer(mbu.input("ecg"), 0, HALF);
                assertDelivered(mbu);
            }
            assertThat(host.interconnects()).as("not deregistered").isZero();
        } finally {
            released.countDown();
        }
        assertStored(0, ECG, HALF);
    }

    @Test
    void anMbuThatHasNothingToSendEndsAlthoughItsLinkLooksANameUp() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try {
            MobileBaseUnit mbu = builder()
                    .uplink(lookingUp(released))
                    .closeTimeout(Duration.ofHours(1))
                    .input(ECG)
                    .start();
            try (mbu) {
                hangs.await();
            }
            assertThat(mbu.status().state()).isEqualTo(MbuState.CLOSED);
        } finally {
            released.countDown();
        }
    }

    /** An uplink whose look-up of the broker's name nothing ends early. */
    private UplinkFactory lookingUp(CountDownLatch released) {
        AddressOrder order = new AddressOrder(name -> {
            hangs.countDown();
            boolean over = false;
            while (!over) {
                try {
                    released.await();
                    over = true;
                } catch (InterruptedException e) {
                    // as the system's look-up does
                }
            }
            throw new UnknownHostException(name);
        });
        return new ForwardingUplink.Factory(
                "looking-up",
                "chunked, to a name",
                context -> new ForwardingUplink(Uplinks.named("chunked").open(context)) {
                    @Override
                    public String register(String document) throws IOException {
                        assertThat(order.of("broker.test", Optional.empty())).isEmpty(); // it throws
                        return super.register(document);
                    }
                });
    }

    /** An uplink to a server that accepts connections and answers nothing. */
    private static UplinkFactory redirectedTo(ServerSocket server) {
        URI base = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/banip/");
        return new ForwardingUplink.Factory(
                "redirected",
                "persistent, to another server",
                context -> Uplinks.named("persistent").open(context.to(base)));
    }

    /** An uplink to the host, which registers only after the other link hangs. */
    private UplinkFactory waiting() {
        return new ForwardingUplink.Factory(
                "waiting",
                "chunked, later",
                context -> new WaitingUplink(Uplinks.named("chunked").open(context)));
    }

    private final class WaitingUplink extends ForwardingUplink {
        WaitingUplink(Uplink uplink) {
            super(uplink);
        }

        @Override
        public String register(String document) throws IOException {
            try {
                hangs.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException("told to end");
            }
            return super.register(document);
        }
    }
}
