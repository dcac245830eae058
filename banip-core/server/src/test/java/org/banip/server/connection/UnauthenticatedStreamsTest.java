package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.banip.server.listen.Listening;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.junit.jupiter.api.Test;

/** What clients of HTTP/2 may do that have not proved who they are. */
class UnauthenticatedStreamsTest extends Http2Fixture {
    /** As many unauthenticated requests as connections are allowed; of those beyond, the oldest connection gives way with all its requests. */
    @Test
    void unauthenticatedRequestsAreBoundedOverAllConnections() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard known = new Heard();
        Session keeps = connect(known);
        Stream stream = open(keeps, "/known", new Answered());
        assertAnswered(keeps);
        Heard oldest = new Heard();
        openEndless(connect(oldest), 60);
        await().atMost(Duration.ofMinutes(1)).until(() -> unanswered.get() == 61);
        Heard newest = new Heard();
        Session last = connect(newest);
        openEndless(last, 60);
        assertThat(oldest.goAway.get(1, TimeUnit.MINUTES)).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code);
        oldest.closed.get(1, TimeUnit.MINUTES);
        assertAnswered(last);
        assertAnswered(keeps);
        assertThat(stream.isClosed()).isFalse();
        assertThat(newest.closed).isNotDone();
        assertThat(known.closed).isNotDone();
    }

    /** Where somebody is authenticated, requests are refused that are not, and the connection goes on. */
    @Test
    void aConnectionOfSomebodyKnownLosesUnauthenticatedRequestsOnly() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard heard = new Heard();
        Session keeps = connect(heard);
        Stream known = open(keeps, "/known", new Answered());
        assertAnswered(keeps);
        Answered oldest = new Answered();
        open(keeps, "/endless", oldest);
        await().atMost(Duration.ofMinutes(1)).until(() -> unanswered.get() == 2);
        openEndless(keeps, 100);
        assertThat(oldest.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(-ErrorCode.REFUSED_STREAM_ERROR.code);
        assertAnswered(keeps);
        assertThat(known.isClosed()).isFalse();
    }

    /** What Jetty refuses before any handler sees it, and nobody reads, counts as well. */
    @Test
    void refusalsThatNobodyReadsAreBounded() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard oldest = new Heard();
        Session first = connect(oldest, Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 0));
        for (Answered answered : openAll(first, "/a%2fb", 60)) {
            assertThat(answered.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(400);
        }
        List<Answered> unused =
                openAll(connect(new Heard(), Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 0)), "/a%2fb", 60);
        assertThat(oldest.goAway.get(1, TimeUnit.MINUTES)).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code);
        oldest.closed.get(1, TimeUnit.MINUTES);
    }

    private void openEndless(Session session, int requests) throws Exception {
        List<Answered> unused = openAll(session, "/endless", requests);
    }

    private List<Answered> openAll(Session session, String path, int requests) throws Exception {
        List<Answered> all = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            all.add(new Answered());
            open(session, path, all.get(i));
        }
        return all;
    }
}
