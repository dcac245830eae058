package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.banip.surrogate.settings.JarOrigin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts are origins of jars. */
class JarOriginTest {
    @ParameterizedTest
    @CsvSource({
        "https://jars.example, https://jars.example",
        "https://Jars.Example:443/, https://jars.example",
        "HTTP://jars.example:8080, http://jars.example:8080",
        "http://[::1]:80, http://[::1]",
    })
    void originsAreComparedInOneForm(String text, String origin) {
        assertThat(JarOrigin.parse(text)).hasToString(origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jars.example",
                "ftp://jars.example",
                "https://jars.example/path",
                "https://jars.example?query",
                "https://jars.example#part",
                "https://user@jars.example",
                "https://jars.example:0",
                "https://jars.example:70000",
                "https://",
                "*",
                "",
            })
    void otherTextsAreNoOrigins(String text) {
        assertThatThrownBy(() -> JarOrigin.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
