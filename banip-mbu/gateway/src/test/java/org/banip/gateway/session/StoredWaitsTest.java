package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StoredWaitsTest {
    private final StoredWaits waits = StoredWaits.forTheHost();

    @Test
    void whatNobodyWaitsForAnyMoreIsForgotten() {
        CompletableFuture<Void> first = waits.add("ecg", 10);
        CompletableFuture<Void> again = waits.add("ecg", 10);
        CompletableFuture<Void> other = waits.add("weight", 1);
        assertThat(waits.count()).isEqualTo(3);

        assertThat(first.cancel(false)).isTrue();

        assertThat(waits.count()).isEqualTo(2);
        assertThat(again).isNotDone();
        again.cancel(false);
        other.cancel(false);
        assertThat(waits.any()).isFalse();
    }

    @Test
    void theEndOfTheMbuIsTheEndOfTheWaits() {
        CompletableFuture<Void> before = waits.add("ecg", 10);
        waits.end();
        assertThat(before).isCompletedExceptionally();
        assertThat(waits.add("ecg", 11)).isCompletedExceptionally();
        assertThat(waits.any()).isFalse();
    }
}
