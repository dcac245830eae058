package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.MbuEvent;
import org.junit.jupiter.api.Test;

/** Frames from the host: commands, time answers, keep-alives. */
class UplinkReverseTest extends UplinkContract {
    @Test
    void executesCommands() throws Exception {
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .commands((name, argument) -> {
                    if (name.equals("beep")) {
                        return ("beeped " + new String(argument, StandardCharsets.UTF_8))
                                .getBytes(StandardCharsets.UTF_8);
                    }
                    throw new IllegalArgumentException("unknown command '" + name + "', known is beep");
                })
                .start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            host.session().send(new Control.Command(7, "beep", "twice".getBytes(StandardCharsets.UTF_8)));
            host.session().send(new Control.Command(8, "explode", new byte[0]));
            soon("the results came").until(() -> host.session().results.size() == 2);
            assertResult(host.session().results.get(0), 7, true, "beeped twice");
            assertResult(host.session().results.get(1), 8, false, "unknown command 'explode', known is beep");
            assertThat(mbu.status().link().commands()).isEqualTo(2);
        }
    }

    @Test
    void failsCommandsWithoutAHandler() throws Exception {
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            host.session().send(new Control.Command(1, "beep", new byte[0]));
            soon("the results came").until(() -> host.session().results.size() == 1);
            assertResult(host.session().results.get(0), 1, false, "this MBU takes no commands, so not 'beep' either");
        }
    }

    private static void assertResult(Control.CommandResult result, long id, boolean succeeded, String text) {
        assertThat(result.id()).isEqualTo(id);
        assertThat(result.succeeded()).isEqualTo(succeeded);
        assertThat(new String(result.result(), StandardCharsets.UTF_8)).isEqualTo(text);
    }

    @Test
    void measuresTheOffsetOfTheHostsClock() throws Exception {
        host.clockSkewNanos = Duration.ofMinutes(5).toNanos();
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            soon("the time is known").until(() -> mbu.status().clockOffset().isPresent());
            ClockOffset offset = mbu.status().clockOffset().orElseThrow();
            long granularity = 2_000_000; // of the host's clock
            assertThat(Math.abs(offset.offsetNanos() - host.clockSkewNanos))
                    .isLessThanOrEqualTo(offset.roundTripNanos() + granularity);
        }
    }

    @Test
    void keepsAnIdleInterconnectAlive() throws Exception {
        host.keepAliveMillis = 20;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            soon("keep-alives came")
                    .until(() ->
                            host.sessions() > 0 && host.session().keepAlives.get() >= 5);
            assertThat(mbu.status().link().keepAlives()).isGreaterThanOrEqualTo(5);
            awaitState(mbu, MbuState.CONNECTED);
            assertThat(host.session().timeRequests.get()).isPositive();
        }
    }

    @Test
    void keepsABearerWarm() throws Exception {
        host.keepAliveMillis = 60_000;
        PathSettings mobile = PathSettings.named("mobile").keepWarm(Duration.ofMillis(50));
        try (MobileBaseUnit mbu = builder().path(mobile).input(ECG).start()) {
            soon("keep-alives came long before the host needs one")
                    .until(() ->
                            host.sessions() > 0 && host.session().keepAlives.get() >= 5);
            assertThat(mbu.status().link().keepAlives()).isGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void refusesFramesThatOnlyAnMbuSends() throws Exception {
        host.keepAliveMillis = 20;
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
            host.session().send(new Control.TimeRequest(1));
            awaitEvent(MbuEvent.Disconnected.class);
            assertThat(awaitEvent(MbuEvent.Refused.class))
                    .extracting(MbuEvent.Refused::code)
                    .containsOnly(ErrorCode.MALFORMED_FRAME);
            awaitEvent(MbuEvent.Resumed.class);
        }
    }
}
