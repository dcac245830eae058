package org.banip.server.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordStrengthTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Password1",
                "P@ssw0rd!",
                "Passwort2026!",
                "12345678",
                "87654321",
                "aaaaaaaaaaaa",
                "qwertz123",
                "1qaz2wsx3edc",
                "ward3-mbu",
                "Ward3-MbuWard3-Mbu",
                "ward3-mbu2026",
                "adminadmin",
                "changeme!!!",
                "abcdefgh1234",
                "Sommer2026",
                "banipbanip"
            })
    void whatIsGuessedEarlyIsRefused(String password) {
        assertThatThrownBy(() -> PasswordStrength.check("ward3-mbu", password.toCharArray()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("weak")
                .hasMessageNotContaining(password);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gT7/kQ2wLx", "correct horse", "u3Vd0pZz9Q", "söme pässwörd", "tree ward lamp"})
    void othersAreTaken(String password) {
        assertThatNoException().isThrownBy(() -> PasswordStrength.check("ward3-mbu", password.toCharArray()));
    }

    @Test
    void aShortOneIsRefused() {
        assertThatThrownBy(() -> PasswordStrength.check("alice", "gT7/kQ2".toCharArray()))
                .hasMessage("password of 7 characters, at least 8 are needed");
    }

    @Test
    void aShortNameIsNoWord() {
        assertThat(PasswordStrength.count("a", "abacadafag".toCharArray())).isEqualTo(10);
    }
}
