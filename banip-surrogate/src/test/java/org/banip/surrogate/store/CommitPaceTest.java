package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long the writer gathers items before a commit. */
class CommitPaceTest {
    private static final long MILLI = 1_000_000;

    private final CommitPace pace = new CommitPace(0);

    private static WriteRequest request(long interconnect) {
        InterconnectRecord record = TestRecords.interconnect(1);
        return new WriteRequest(
                new InterconnectRecord(
                        interconnect,
                        new UUID(0, interconnect),
                        record.identity(),
                        record.ban(),
                        record.surrogateType(),
                        record.chains(),
                        0),
                TestRecords.packet(0, 0, 10),
                0,
                new Commits());
    }

    private static List<WriteRequest> requests(int from, int until) {
        List<WriteRequest> requests = new ArrayList<>();
        for (int interconnect = from; interconnect < until; interconnect++) {
            requests.add(request(interconnect));
        }
        return requests;
    }

    @Test
    void theFirstItemIsCommittedAtOnce() {
        assertThat(pace.nextNanos()).isLessThanOrEqualTo(0);
        assertThat(pace.enough()).isEqualTo(1);
    }

    @Test
    void anInterconnectThatIsAloneNeverWaits() {
        for (int commit = 0; commit < 1000; commit++) {
            pace.begins(requests(7, 8), commit * MILLI);
            assertThat(pace.enough()).isEqualTo(1);
        }
    }

    @Test
    void commitsOfManyInterconnectsBeginTenMillisecondsApart() {
        for (int commit = 0; commit < 50; commit++) {
            pace.begins(requests(commit * 10, commit * 10 + 10), commit * MILLI);
        }
        assertThat(pace.enough()).isEqualTo(500);
        assertThat(pace.nextNanos()).isEqualTo(59 * MILLI);
    }

    @Test
    void interconnectsThatSendNoMoreAreForgotten() {
        pace.begins(requests(0, 500), 0);
        pace.begins(requests(0, 1), 150 * MILLI);
        assertThat(pace.enough()).isEqualTo(500);
        pace.begins(requests(0, 1), 300 * MILLI);
        assertThat(pace.enough()).isEqualTo(1);
    }

    @Test
    void theWriterGathersUntilAsManyItemsWaitAsInterconnectsSend() throws Exception {
        WriteQueue queue = new WriteQueue(100, 100_000);
        pace.begins(requests(0, 3), System.nanoTime() + TimeUnit.HOURS.toNanos(1));
        CompletableFuture<Integer> taken = CompletableFuture.supplyAsync(() -> {
            WriteQueue.Batch batch = new WriteQueue.Batch();
            return queue.take(batch, pace) ? batch.requests.size() : -1;
        });
        for (WriteRequest request : requests(0, 3)) {
            assertThat(queue.offer(request)).isTrue();
        }
        assertThat(taken.get(1, TimeUnit.MINUTES)).isEqualTo(3);
    }

    @Test
    void aTaskEndsTheGathering() throws Exception {
        WriteQueue queue = new WriteQueue(100, 100_000);
        pace.begins(requests(0, 3), System.nanoTime() + TimeUnit.HOURS.toNanos(1));
        assertThat(queue.offer(request(0))).isTrue();
        assertThat(queue.execute(() -> {})).isTrue();
        WriteQueue.Batch batch = new WriteQueue.Batch();
        assertThat(queue.take(batch, pace)).isTrue();
        assertThat(batch.requests).hasSize(1);
        assertThat(batch.tasks).hasSize(1);
    }
}
