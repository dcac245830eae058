package org.banip.surrogate.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogInsTest {
    private static final String VERA = "vera";

    private final AtomicLong now = new AtomicLong();
    private final LogIns logIns = new LogIns(Duration.ofMinutes(15), now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void whatAPageAsksByItselfKeepsNoLogInAlive() {
        String cookie = logIns.begin(VERA, Optional::empty);
        pass(Duration.ofMinutes(14));
        assertThat(logIns.find(cookie, false)).isPresent();
        pass(Duration.ofMinutes(1));
        assertThat(logIns.find(cookie, false)).isEmpty();
        assertThat(logIns.find(cookie, true)).isEmpty();
    }

    @Test
    void whoDoesSomethingStaysButNotForEver() {
        String cookie = logIns.begin(VERA, Optional::empty);
        int minutes = 0;
        while (logIns.find(cookie, true).isPresent()) {
            pass(Duration.ofMinutes(10));
            minutes += 10;
        }
        assertThat(minutes).isEqualTo(LogIns.LONGEST.toMinutes());
    }

    @Test
    void onePersonsLogInsPushOutOnlyThatPersons() {
        String others = logIns.begin("otto", Optional::empty);
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i <= LogIns.OF_PERSON; i++) {
            cookies.add(logIns.begin(VERA, Optional::empty));
        }
        assertThat(logIns.find(others, false)).isPresent();
        assertThat(logIns.find(cookies.get(0), false)).isEmpty();
        assertThat(cookies.subList(1, cookies.size()))
                .allMatch(cookie -> logIns.find(cookie, false).isPresent());
    }

    @Test
    void anEndedLogInIsOver() {
        String cookie = logIns.begin(VERA, Optional::empty);
        logIns.end(cookie);
        assertThat(logIns.find(cookie, true)).isEmpty();
    }
}
