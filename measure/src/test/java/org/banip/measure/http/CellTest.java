package org.banip.measure.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.channel.EventLoopGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.core.json.JsonObject;
import org.banip.measure.http.connection.Loops;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;
import org.junit.jupiter.api.Test;

class CellTest {
    private static final StudiedLink LINK = new StudiedLink(6, 100, 0, "cubic");
    private static final Transfer PAGE = new Transfer.OfPage(212);

    private static Sample sample(Protocol protocol, int repeat, double seconds, long late, String problem) {
        boolean early = protocol == Protocol.HTTP3_EARLY;
        return new Sample(new Turn(protocol, PAGE, repeat), 1, seconds, 1, 100, late, 0, early, early, problem);
    }

    @Test
    void comparesTheRepeatsThatBothHave() {
        List<Sample> baseline = List.of(
                sample(Protocol.HTTP1, 0, 1, 0, ""),
                sample(Protocol.HTTP1, 1, 2, 0, ""),
                sample(Protocol.HTTP1, 2, 100, 0, "broken"));
        List<Sample> own = List.of(
                sample(Protocol.HTTP3_EARLY, 0, 0.5, 0, ""),
                sample(Protocol.HTTP3_EARLY, 1, 1, 9, ""),
                sample(Protocol.HTTP3_EARLY, 2, 9, 0, ""),
                sample(Protocol.HTTP3_EARLY, 3, 7, 0, "broken, too"));
        Cell cell = Cell.of(LINK, PAGE, Protocol.HTTP3_EARLY, own, baseline);
        assertThat(cell.time().mean()).isEqualTo(3.5);
        assertThat(cell.relative().count()).isEqualTo(2);
        assertThat(cell.speedUp()).isCloseTo(50, within(1e-9));
        assertThat(cell.late()).isEqualTo(1);
        assertThat(cell.failed()).isEqualTo(1);
        JsonObject row = JsonObject.parse(cell.row().json());
        assertThat(row.number("publishedSpeedUpPercent")).isEqualTo(58.99);
        assertThat(row.number("ratio")).isCloseTo(0.5 / 0.4101, within(1e-9));
        assertThat(row.integer("loads", 0, 9)).isEqualTo(3);
        assertThat(row.string("problem")).isEqualTo("broken, too");
    }

    @Test
    void aLoadIsLateIfItsPacketsAreOrItsProcessesWaited() {
        Turn turn = new Turn(Protocol.HTTP2, PAGE, 0);
        assertThat(new Sample(turn, 1, 2, 1, 100, 5, 0.1, false, false, "").late())
                .isFalse();
        assertThat(new Sample(turn, 1, 2, 1, 100, 6, 0, false, false, "").late())
                .isTrue();
        assertThat(new Sample(turn, 1, 2, 1, 100, 0, 0.11, false, false, "").late())
                .isTrue();
    }

    @Test
    void theKernelTellsHowLongALoopWaited() throws Exception {
        EventLoopGroup group = Loops.one();
        try {
            group.next().submit(() -> {}).syncUninterruptibly(); // its thread has begun
            ProcessorWait wait = new ProcessorWait(ProcessHandle.current().pid());
            assumeThat(wait.known()).as("the kernel counts it").isTrue();
            ProcessorWait.Waited before = wait.now();
            group.next().submit(Thread::yield).syncUninterruptibly();
            assertThat(wait.now().times()).isGreaterThan(before.times());
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    @Test
    void whatFailedAltogetherHasARowWithoutFigures() {
        List<Sample> own = List.of(sample(Protocol.HTTP2, 0, 0, 0, "no route"));
        Cell cell = Cell.of(LINK, PAGE, Protocol.HTTP2, own, List.of());
        assertThat(cell.row().json()).doesNotContain("seconds", "ratio").contains("\"failed\":1", "no route");
    }

    @Test
    void batchesHaveEveryLinkOnceAndNoMoreThanTheMachineCarries() {
        List<StudiedLink> links = new ArrayList<>();
        for (double rate : new double[] {16, 2, 6}) {
            for (int roundTrip : new int[] {20, 50, 100, 200}) {
                links.add(new StudiedLink(rate, roundTrip, 0, "cubic"));
            }
        }
        List<List<StudiedLink>> batches = Batches.of(links, 4, 2);
        assertThat(batches.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(links);
        assertThat(batches).allSatisfy(batch -> {
            assertThat(batch.size()).isLessThanOrEqualTo(4);
            assertThat(batch.stream()
                            .mapToDouble(link -> 0.3 + 0.02 * link.megabits())
                            .sum())
                    .isLessThanOrEqualTo(2);
        });
        assertThat(Batches.of(List.of(new StudiedLink(900, 20, 0, "cubic")), 1, 1))
                .hasSize(1);
    }
}
