package org.banip.surrogate.jini.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.junit.jupiter.api.Test;

/** Several lookup services, of which some fail. */
class LookupsTest {
    private static final ListedSurrogate SURROGATE = new ListedSurrogate(
            UUID.randomUUID(), "ban-1", "host", 1, new ObjectAddress("127.0.0.1", 9, UUID.randomUUID()));

    private static List<ListedSurrogate> away() throws IOException {
        throw new IOException("away");
    }

    private static List<ListedSurrogate> sick() {
        throw new IllegalStateException("sick");
    }

    @Test
    void oneThatIsAwayOrAnswersNonsenseDoesNotHideTheOthers() throws Exception {
        Lookups lookups = new Lookups(List.of(LookupsTest::away, LookupsTest::sick, () -> List.of(SURROGATE)));
        assertThat(lookups.surrogates()).containsExactly(SURROGATE);
    }

    @Test
    void whenAllFailTheFirstSaysWhy() {
        List<SurrogateDirectory> all = List.of(LookupsTest::sick, LookupsTest::away);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new Lookups(all).surrogates())
                .withMessageContaining("sick");
    }
}
