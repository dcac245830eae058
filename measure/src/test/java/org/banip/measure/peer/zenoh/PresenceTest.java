package org.banip.measure.peer.zenoh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PresenceTest {
    private final Presence presence = new Presence();

    @Test
    void waitsUntilItIsThere() throws Exception {
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return presence.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        presence.tell(true);
        assertThat(waiting.get(1, TimeUnit.MINUTES)).isEqualTo(1);
    }

    @Test
    void anAppearanceEndsAlthoughItComesBackAtOnce() throws Exception {
        presence.tell(true);
        presence.tell(true);
        int first = presence.await();
        assertThat(presence.is(first)).isTrue();

        presence.tell(false);
        presence.tell(true);

        assertThat(presence.is(first)).isFalse();
        assertThat(presence.is(presence.await())).isTrue();
    }

    @Test
    void nobodyWaitsForWhatHasEnded() {
        presence.tell(true);
        presence.end();
        assertThat(presence.is(1)).isFalse();
        assertThatIOException().isThrownBy(presence::await).withMessageContaining("has ended");
    }
}
