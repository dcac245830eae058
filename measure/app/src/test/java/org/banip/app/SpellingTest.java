package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.banip.core.text.Spelling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpellingTest extends CommandLineContract {
    private static final List<String> COMMANDS =
            List.of("demo", "host", "wsb", "mbu", "watch", "export", "surrogate", "measure");

    @ParameterizedTest
    @CsvSource({"dmeo, demo", "Demo, demo", "hots, host", "surogate, surrogate", "wathc, watch", "masure, measure"})
    void nearlyRightWordIsFound(String typed, String meant) {
        assertThat(Spelling.nearest(typed, COMMANDS)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "xyzzy", "deploy", "start"})
    void nothingIsSuggestedForAnotherWord(String typed) {
        assertThat(Spelling.nearest(typed, COMMANDS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"dmeo, banip demo", "surrogate sgin, banip surrogate sign"})
    void unknownCommandIsAnsweredWithTheNearest(String line, String meant) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).contains("Did you mean: " + meant + "?");
    }

    @ParameterizedTest
    @CsvSource({"host --prot 9, --port", "host --prot=9, --port", "mbu --pasword-file x, --password-file"})
    void unknownOptionIsAnsweredWithTheNearest(String line, String meant) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).contains("Did you mean: " + meant + "?");
        assertThat(err.toString()).doesNotContain("Possible solutions");
    }

    @Test
    void unknownCommandThatIsLikeNoneIsAnsweredWithoutASuggestion() {
        assertThat(run("xyzzy")).isEqualTo(2);
        assertThat(err.toString()).contains("no such command 'xyzzy'").doesNotContain("Did you mean");
    }
}
