package org.banip.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class CommandArgumentTest {
    @Test
    void valuesOfNumbersAreDoubles() {
        CommandArgument rate = CommandArgument.number("rate", "mL/h", -1, 20);
        assertThat(rate.checked(5)).isEqualTo(5.0);
        assertThat(rate.checked(new BigDecimal("0.1"))).isEqualTo(0.1);
        assertThat(rate.parsed(" 2.50 ")).isEqualTo(2.5);
        assertThat(rate.parsed("-0")).isEqualTo(0.0);
        assertRefused(rate, "NaN");
        assertRefused(rate, "1e400");
        assertRefused(rate, "0x1");
        assertRefused(rate, "20.000001");
        assertThatThrownBy(() -> rate.checked(Double.NaN)).isInstanceOf(BanipException.class);
        assertThatThrownBy(() -> rate.checked(true)).hasMessageContaining("argument rate is true, allowed is a number");
    }

    @Test
    void valuesOfIntegersAreExactLongs() {
        CommandArgument count = CommandArgument.integer("count", "", 0, CommandArgument.MAX_INTEGER);
        assertThat(count.checked(CommandArgument.MAX_INTEGER)).isEqualTo(CommandArgument.MAX_INTEGER);
        assertThat(count.checked(new BigDecimal("3.0"))).isEqualTo(3L);
        assertRefused(count, "2.5");
        assertRefused(count, "9007199254740992");
        assertThatThrownBy(() -> CommandArgument.integer("count", "", 0, Long.MAX_VALUE))
                .hasMessageContaining("whole number within");
    }

    @Test
    void lengthsOfTextsAreCountedInCharacters() {
        CommandArgument note = CommandArgument.text("note", 2);
        assertThat(note.parsed("😀😀")).isEqualTo("😀😀");
        assertRefused(note, "abc");
        assertThat(note.parsed("")).isEqualTo("");
    }

    @Test
    void choicesAndTruthValuesAreExact() {
        assertRefused(CommandArgument.choice("mode", "day", "night"), "Day");
        assertThat(CommandArgument.flag("on").parsed("true")).isEqualTo(true);
        assertRefused(CommandArgument.flag("on"), "yes");
    }

    @Test
    void valuesAreSaidInWords() {
        assertThat(CommandArgument.number("rate", "mL/h", 0, 20).values()).isEqualTo("a number from 0 to 20 mL/h");
        assertThat(CommandArgument.text("note", 2).values()).isEqualTo("a text of 0 to 2 characters");
        assertThat(CommandArgument.choice("group", "g360").values()).isEqualTo("g360");
        assertThat(CommandArgument.choice("mode", "day", "night").values()).isEqualTo("day or night");
        assertThat(CommandArgument.choice("mode", "a", "b", "c").values()).isEqualTo("a, b or c");
        assertThat(CommandArgument.flag("on").values()).isEqualTo("true or false");
        assertThat(CommandArgument.choice("mode", "day", "night").allowed()).isEqualTo("are day, night");
    }

    @Test
    void argumentsThatDoNotFitACommandAreRefused() {
        CommandArgument[] texts = new CommandArgument[16];
        Map<String, String> given = new java.util.HashMap<>();
        for (int i = 0; i < texts.length; i++) {
            texts[i] = CommandArgument.text("t" + i, 1024);
            given.put("t" + i, "ä".repeat(1024));
        }
        CommandDeclaration declaration = CommandDeclaration.of("say", "Says much", texts);
        assertThatThrownBy(() -> CommandArguments.of(declaration, given))
                .hasMessageContaining("exceed limit 16384")
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LONG));
    }

    private static void assertRefused(CommandArgument argument, String text) {
        assertThatThrownBy(() -> argument.parsed(text))
                .hasMessageContaining("argument " + argument.name() + " is ")
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
    }
}
