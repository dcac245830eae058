package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which session the beginning of an id means. */
class SessionPrefixTest {
    private static final UUID FIRST = UUID.fromString("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab");
    private static final UUID SECOND = UUID.fromString("4f1c2d1e-9a3b-4c5d-9e6f-0123456789ab");

    @ParameterizedTest
    @ValueSource(strings = {"4f1c", "4F1C2D1E", "4f1c2d1e-", "4f1c2d1e-8a3b-4c5d-9e6f-0123456789AB"})
    void beginningsOfAnIdAreReadInLargeAndSmallLetters(String written) {
        assertThat(SessionPrefix.parse(written))
                .hasValueSatisfying(prefix -> assertThat(prefix).accepts(FIRST).rejects(new UUID(0, 0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4f1", "4f1g", "4f1c2d1e8", "4f1c-", "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab0"})
    void allElseIsNotRead(String written) {
        assertThat(SessionPrefix.parse(written)).isEmpty();
        assertThatThrownBy(() -> new SessionPrefix(written)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBeginningOfSeveralSessionsIsRefused() {
        assertThat(new SessionPrefix("4f1c2d1e-9").among(Stream.of(FIRST, SECOND, SECOND)))
                .contains(SECOND);
        assertThat(new SessionPrefix("5f1c").among(Stream.of(FIRST, SECOND))).isEmpty();
        assertThatThrownBy(() -> new SessionPrefix("4f1c2d1e").among(Stream.of(FIRST, SECOND)))
                .isInstanceOf(BanipException.class)
                .hasMessage("2 sessions begin with 4f1c2d1e: " + FIRST + ", " + SECOND);
    }

    @Test
    void twentyOfManySessionsAreNamed() {
        List<UUID> many = LongStream.rangeClosed(1, 21)
                .mapToObj(number -> new UUID(FIRST.getMostSignificantBits(), number))
                .toList();
        assertThatThrownBy(() -> new SessionPrefix("4f1c").among(many.stream()))
                .hasMessageStartingWith("21 sessions begin with 4f1c: " + many.get(0) + ", ")
                .hasMessageEndingWith(many.get(19) + ", …");
    }
}
