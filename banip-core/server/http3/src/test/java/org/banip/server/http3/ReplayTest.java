package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.handler.codec.quic.QuicChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Data, and what must not be there, in a first flight that an attacker records and sends again. */
class ReplayTest extends ReplayedHost {
    /** What a client sends as early data, and what became of it. */
    private record FirstFlight(List<byte[]> datagrams, Http3Exchange data, List<Http3Exchange> others) {}

    /** Resumes the session: packets 3 and 4 and whatever else may be tried, all before the handshake can be complete. */
    private FirstFlight resume() throws Exception {
        try (UdpRelay tap = new UdpRelay(port)) {
            tap.holdAnswers();
            try (Http3Client client = new Http3Client(sessions, tap.port())) {
                QuicChannel early = client.early().get(60, TimeUnit.SECONDS);
                CompletableFuture<Http3Exchange> data = Http3Exchange.open(early, "POST", "/" + mbu.dataPath(), FRAMES);
                CompletableFuture<Http3Exchange> registration =
                        Http3Exchange.open(early, "POST", "/interconnects", JSON);
                CompletableFuture<Http3Exchange> deregistration =
                        Http3Exchange.open(early, "DELETE", "/" + mbu.surrogate());
                Http3Exchange sent = data.get(60, TimeUnit.SECONDS);
                sent.send(Frames.body(2, TestMbu.packets(0, 3, 5)));
                sent.send(Frames.of(new Control.KeepAlive()));
                sent.end();
                registration
                        .get(60, TimeUnit.SECONDS)
                        .send(new TestMbu(host.base()).registration().toJson());
                registration.get().end();
                deregistration.get(60, TimeUnit.SECONDS).end();
                await().atMost(Duration.ofSeconds(60)).until(() -> stored().size() == 5);
                List<byte[]> flight = tap.sent();
                assertThat(client.connected()).isNotDone();

                tap.goOn();
                sent.awaitEnd();
                for (Http3Exchange other : List.of(registration.get(), deregistration.get())) {
                    other.awaitEnd();
                }
                return new FirstFlight(flight, sent, List.of(registration.get(), deregistration.get()));
            }
        }
    }

    @Test
    void dataInTheFirstFlightAreStoredAndAllElseIsTooEarly() throws Exception {
        FirstFlight flight = resume();

        assertThat(flight.data().status()).isEqualTo(200);
        assertThat(Frames.controls(flight.data().body())).hasSize(1);
        for (Http3Exchange other : flight.others()) {
            assertThat(other.status()).isEqualTo(425);
            assertThat(other.text()).contains("too-early");
        }
        assertThat(stored()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void aReplayStoresNothingRegistersNothingAndIsNotAnswered() throws Exception {
        List<byte[]> flight = resume().datagrams();
        UUID session = mbu.session();

        replay(flight);

        assertThat(stored()).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(host.host().statistics().registered()).isEqualTo(1);
        assertThat(host.host().statistics().deregistered()).isZero();
        assertThat(host.host().surrogate(session)).isPresent();
    }

    @Test
    void aReplayKeepsNoInterconnectAlive() throws Exception {
        List<byte[]> flight = resume().datagrams();
        clock.pass(Duration.ofSeconds(20));
        await().atMost(Duration.ofSeconds(60)).until(() -> state() == SurrogateState.SILENT);

        replay(flight);

        assertThat(state()).isEqualTo(SurrogateState.SILENT);
    }

    @Test
    void aReplayResumesNoInterconnectThatHasEnded() throws Exception {
        List<byte[]> flight = resume().datagrams();
        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange delete = client.open("DELETE", "/" + mbu.surrogate());
            delete.end();
            assertThat(delete.status()).isEqualTo(204);
        }
        long refused = refused();

        replayUntil(flight, () -> refused() >= refused + 3);

        assertThat(host.host().surrogate(mbu.session())).isEmpty();
        assertThat(host.host().statistics().registered()).isEqualTo(1);
        assertThat(stored()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void aReplayGetsNoCommand() throws Exception {
        List<byte[]> flight = resume().datagrams();
        CompletableFuture<CommandOutcome> outcome =
                host.surrogate(mbu.session()).sendCommand("blink", "twice".getBytes(StandardCharsets.UTF_8));

        replay(flight);

        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange data = post(client.confirmed(), Frames.of(new Control.KeepAlive()));
            assertThat(Frames.controls(data.body()))
                    .anySatisfy(frame -> assertThat(frame)
                            .isInstanceOfSatisfying(
                                    Control.Command.class,
                                    command -> assertThat(command.name()).isEqualTo("blink")));
        }
        assertThat(outcome).isNotDone();
    }
}
