package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.LinkStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.junit.jupiter.api.Test;

class MbuViewTest {
    private final MbuView view = new MbuView(URI.create("http://127.0.0.1:8080/"), System.nanoTime());

    private static MbuStatus status(
            MbuState state, long resumes, Optional<Duration> retryIn, Optional<String> problem) {
        return new MbuStatus(
                state,
                new UUID(0, 0),
                List.of(),
                new LinkStatus(1, resumes, 1, 0, 0, 0, 0, 0, OptionalLong.empty(), 0),
                LinkConditions.UNKNOWN,
                Optional.empty(),
                retryIn,
                problem,
                state == MbuState.FAILED
                        ? Optional.of(new BanipException(ErrorCode.UNAUTHENTICATED, "who are you?"))
                        : Optional.empty());
    }

    private String link(MbuState state, long resumes, Optional<Duration> retryIn, Optional<String> problem) {
        return view.block(status(state, resumes, retryIn, problem)).get(3).text();
    }

    @Test
    void saysWhyThereIsNoConnectionAndWhenItTriesNext() {
        Optional<String> refused = Optional.of("Connection refused");
        assertThat(link(MbuState.DISCONNECTED, 0, Optional.of(Duration.ofMillis(3200)), refused))
                .isEqualTo("link     disconnected, tries again in 4 s: Connection refused");
        assertThat(link(MbuState.REGISTERING, 0, Optional.empty(), refused))
                .isEqualTo("link     registering, tries again now: Connection refused");
        assertThat(link(MbuState.REGISTERING, 0, Optional.empty(), Optional.empty()))
                .isEqualTo("link     registering");
    }

    @Test
    void countsHowOftenItResumed() {
        assertThat(link(MbuState.CONNECTED, 1, Optional.empty(), Optional.empty()))
                .isEqualTo("link     connected, resumed 1 time");
        assertThat(link(MbuState.CONNECTED, 2, Optional.empty(), Optional.empty()))
                .isEqualTo("link     connected, resumed 2 times");
    }

    @Test
    void leavesTheReasonToTheEndWhenItWasGivenUp() {
        assertThat(link(MbuState.FAILED, 0, Optional.empty(), Optional.of("who are you? (unauthenticated)")))
                .isEqualTo("link     given up");
    }
}
