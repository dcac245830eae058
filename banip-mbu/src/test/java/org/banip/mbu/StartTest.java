package org.banip.mbu;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;

/** What {@code start} and {@code awaitDelivered} tell an app. */
class StartTest extends MbuFixture {
    /** A slow machine loads the classes and is refused once in the last of these times. */
    private static final int[] LONG_ENOUGH_FOR_A_TRY = {1, 4, 20, 60};

    @Override
    String uplink() {
        return "chunked";
    }

    @Test
    void isRegisteredWhenItHasStarted() {
        try (MobileBaseUnit mbu = ecg(10).startTimeout(PATIENCE).start()) {
            assertThat(host.interconnects()).isOne();
            assertThat(mbu.status().state()).isNotEqualTo(MbuState.REGISTERING);
        }
    }

    @Test
    void startNamesUserUrlAndReasonAndClosesTheMbu() {
        host.authorization = "Basic other";
        assertThatThrownBy(() -> ecg(10).credentials(Credentials.basic("ban-17", "a secret"))
                        .startTimeout(PATIENCE)
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                .hasMessageContaining("BAN ban-1 as user 'ban-17' at " + host.base())
                .hasMessageContaining("who are you?")
                .hasMessageNotContaining("a secret");
        assertThat(requestsOfEndedMbus().stream()
                        .filter(request -> request.head().startsWith("POST") && !request.isData()))
                .as("registers again, because one answer may be damaged")
                .hasSize(3);
    }

    /** A builder with a broker, a BAN and a sensor only, as in the README. */
    private MobileBaseUnitBuilder untouched() {
        return MobileBaseUnit.builder().broker(host.base()).ban("ban-1").sensor(new TestSensor(TestSensor.ecg(), 10));
    }

    @Test
    void startWaitsForTheRegistrationByDefault() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        host.answerChange = document -> {
            asked.countDown();
            awaitQuietly(answered);
            return document;
        };
        CompletableFuture<MobileBaseUnit> started = new CompletableFuture<>();
        Thread starter = new Thread(() -> started.complete(untouched().start()), "starter");
        starter.start();
        awaitQuietly(asked);
        soon("start() waits, or has returned").until(() -> isWaitingOrOver(starter));
        assertThat(started).as("started before the host had answered").isNotDone();
        answered.countDown();
        try (MobileBaseUnit mbu = started.get()) {
            assertThat(mbu.awaitRegistered(Duration.ZERO)).isTrue();
        }
        starter.join();
    }

    private static boolean isWaitingOrOver(Thread thread) {
        return Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED)
                .contains(thread.getState());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void startThrowsTheRefusalByDefault() {
        host.authorization = "Basic other";
        assertThatThrownBy(() -> untouched()
                        .credentials(Credentials.basic("ban-17", "a secret"))
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                .hasMessageContaining("BAN ban-1 as user 'ban-17' at " + host.base());
    }

    @Test
    void startTellsThatTheHostCannotBeReached() throws IOException {
        host.stop();
        String said = "cannot connect to " + host.base();
        assertThat(failure(() -> ecg(10), said))
                .contains(said, "refused")
                .containsPattern("not registered within (1|4|20|60) s");
        host.startAgain();
    }

    /** What {@code start} says, as soon as it says this; otherwise what it said last. */
    private static String failure(Supplier<MobileBaseUnitBuilder> builder, String expected) {
        String said = "";
        for (int seconds : LONG_ENOUGH_FOR_A_TRY) {
            MobileBaseUnitBuilder starting = builder.get().startTimeout(Duration.ofSeconds(seconds));
            said = catchThrowableOfType(BanipException.class, starting::start).getMessage();
            if (said.contains(expected)) {
                return said;
            }
        }
        return said;
    }

    @Test
    void startTellsThatTheBrokerSpeaksNoTls() throws Exception {
        ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(() -> answerInPlain(plain), "plain");
        answering.start();
        try {
            URI url = URI.create("https://127.0.0.1:" + plain.getLocalPort() + "/");
            String said = "no TLS is spoken at " + url + "; is it http://?";
            assertThat(failure(() -> untouched().broker(url), said)).contains(said);
        } finally {
            plain.close();
            answering.join();
        }
    }

    /** As a server of plain HTTP answers what is no request. */
    private static void answerInPlain(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket connection = server.accept()) {
                connection.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                long unused = connection.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // the MBU has ended the connection, or the test the server
            }
        }
    }

    @Test
    void awaitDeliveredTellsThatPacketsAreNotStored() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        try (MobileBaseUnit mbu = ecg(720).closeTimeout(Duration.ofMillis(10))
                .startTimeout(PATIENCE)
                .start()) {
            soon("a packet is in the spool")
                    .until(() -> mbu.status().groups().get(0).spoolPackets() > 0);
            assertThatThrownBy(() -> mbu.awaitDelivered(Duration.ZERO))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("not delivered within 0 s")
                    .hasMessageContaining("not stored");
        }
    }

    @Test
    void acceptsSamplesOutsideTheRangeIfAllowed() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .fullPolicy("ecg", FullPolicy.WAIT)
                .allowOutOfRange("ecg")
                .start()) {
            mbu.input("ecg").offerNext(-32_768, 32_767);
            mbu.awaitDelivered(PATIENCE);
        }
        assertThat(host.session().decoded(0)).containsExactly(0x00, 0x80, 0xff, 0x7f);
    }
}
