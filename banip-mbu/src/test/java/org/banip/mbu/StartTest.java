package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;

/** What an app hears from {@code start} and {@code awaitDelivered}, without asking further. */
class StartTest extends MbuFixture {
    private static final Duration SHORT = Duration.ofMillis(200);
    /** Enough for a slow machine to load the classes and to be refused once; only a test of failure waits so long. */
    private static final Duration LONG_ENOUGH_FOR_A_TRY = Duration.ofSeconds(5);

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
    void saysWhoWasRefusedWhereAndWhyAndLeavesNothingBehind() {
        host.authorization = "Basic other";
        assertThatThrownBy(() -> ecg(10).credentials(Credentials.basic("ban-17", "a secret"))
                        .startTimeout(PATIENCE)
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                .hasMessageContaining("BAN ban-1 as user 'ban-17' at " + host.base())
                .hasMessageContaining("who are you?")
                .hasMessageNotContaining("a secret");
        assertThat(host.requests().stream().filter(request -> request.head().startsWith("POST")))
                .as("asked more than once: one answer may be damaged")
                .hasSize(3);
    }

    /** A builder that is told nothing but broker, BAN and sensor: README's program. */
    private MobileBaseUnitBuilder untouched() {
        return MobileBaseUnit.builder().broker(host.base()).ban("ban-1").sensor(new TestSensor(TestSensor.ecg(), 10));
    }

    @Test
    void waitsForTheRegistrationUnlessToldOtherwise() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        AtomicBoolean startedBefore = new AtomicBoolean();
        host.answerChange = document -> {
            startedBefore.set(awaits(started));
            return document;
        };
        try (MobileBaseUnit mbu = untouched().start()) {
            started.countDown();
            assertThat(startedBefore).as("started before the host had answered").isFalse();
            assertThat(mbu.awaitRegistered(Duration.ZERO)).isTrue();
        }
    }

    /** Holds the host's answer back for a second, in which {@code start()} must not return. */
    private static boolean awaits(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void throwsOutOfStartWhatIsWrongUnlessToldOtherwise() {
        host.authorization = "Basic other";
        assertThatThrownBy(() -> untouched()
                        .credentials(Credentials.basic("ban-17", "a secret"))
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                .hasMessageContaining("BAN ban-1 as user 'ban-17' at " + host.base());
    }

    @Test
    void saysThatTheHostCannotBeReached() throws IOException {
        host.stop();
        assertThatThrownBy(() -> ecg(10).startTimeout(LONG_ENOUGH_FOR_A_TRY).start())
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("not registered within PT5S")
                .hasMessageContaining("cannot connect to " + host.base())
                .hasMessageContaining("refused");
        host.startAgain();
    }

    @Test
    void saysThatNotEverythingIsStoredYet() throws Exception {
        host.fail(Kind.DATA, org.banip.mbu.testhost.Fault.stall());
        try (MobileBaseUnit mbu = ecg(720).closeTimeout(Duration.ofMillis(10))
                .startTimeout(PATIENCE)
                .start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(SHORT))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("not delivered within PT0.2S")
                    .hasMessageContaining("not stored");
        }
    }

    @Test
    void takesSamplesOutsideTheRangeOnlyIfToldSo() throws Exception {
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
