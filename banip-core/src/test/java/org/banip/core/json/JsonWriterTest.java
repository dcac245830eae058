package org.banip.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.banip.core.testing.Seed;
import org.banip.core.text.Utf8;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void writesFieldsInTheOrderOfTheCalls() {
        String text = new JsonWriter()
                .beginObject()
                .field("text", "a\"\\\n\u001fµ")
                .field("whole", Long.MIN_VALUE)
                .field("number", 1.5)
                .field("flag", true)
                .beginObject("empty")
                .endObject()
                .beginList("objects")
                .beginObject()
                .field("i", 0)
                .endObject()
                .beginObject()
                .endObject()
                .endList()
                .beginList("elements")
                .element("a")
                .element(2)
                .endList()
                .beginList("none")
                .endList()
                .endObject()
                .toString();

        assertThat(text)
                .isEqualTo(
                        "{\"text\":\"a\\\"\\\\\\u000a\\u001fµ\",\"whole\":-9223372036854775808,\"number\":1.5,\"flag\":true,"
                                + "\"empty\":{},\"objects\":[{\"i\":0},{}],\"elements\":[\"a\",2],\"none\":[]}");
    }

    @Test
    void textsAreReadBack() {
        Random random = Seed.random("texts");
        for (int i = 0; i < 5000; i++) {
            StringBuilder text = new StringBuilder();
            for (int c = random.nextInt(20); c > 0; c--) {
                text.appendCodePoint((int) Seed.number(random, Character.MAX_CODE_POINT));
            }
            if (Utf8.isWellFormed(text.toString())) {
                assertThat(readBack(text.toString())).isEqualTo(text.toString());
            }
        }
    }

    @Test
    void unpairedSurrogateIsReplaced() {
        assertThat(readBack("a\uD83Db\uDC93")).isEqualTo("a\uFFFDb\uFFFD");
    }

    @Test
    void infiniteNumbersCannotBeWritten() {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> new JsonWriter().beginObject().field("a", value))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String readBack(String text) {
        return JsonObject.parse(new JsonWriter()
                        .beginObject()
                        .field("a", text)
                        .endObject()
                        .toString())
                .string("a");
    }
}
