package org.banip.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.util.List;
import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The strict reading of RFC 8259. */
class JsonParserTest {
    @Test
    void fieldsHaveTheirTypes() {
        JsonObject json = JsonObject.parse(
                " {\"text\": \"a\", \"whole\": 42, \"number\": -1.5e1, \"yes\": true, \"no\": false,\r\n"
                        + "\t\"none\": null, \"object\": {\"inner\": 1}, \"list\": [{\"i\": 0}, {\"i\": 1}], \"empty\": []} ");

        assertThat(json.string("text")).isEqualTo("a");
        assertThat(json.integer("whole", 0, 42)).isEqualTo(42);
        assertThat(json.number("number")).isEqualTo(-15);
        assertThat(json.bool("yes")).isTrue();
        assertThat(json.bool("no")).isFalse();
        assertThat(json.has("none")).isFalse();
        assertThat(json.optionalString("none")).isEmpty();
        assertThat(json.optionalString("text")).contains("a");
        assertThat(json.object("object").integer("inner", 1, 1)).isEqualTo(1);
        assertThat(json.objects("list")).hasSize(2);
        assertThat(json.objects("empty")).isEmpty();
        assertThat(json.names()).startsWith("text", "whole", "number").hasSize(9);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "{}{}",
                "{} x",
                "[]",
                "1",
                "null",
                "\"a\"",
                "\uFEFF{}", // not one object
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\" 1}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":1 \"b\":2}", // not fields
                "{\"a\":[1,]}",
                "{\"a\":[,1]}",
                "{\"a\":[1 2]}",
                "{\"a\":[}",
                "{\"a\":[1", // not lists
                "{\"a\":tru}",
                "{\"a\":True}",
                "{\"a\":nul",
                "{\"a\":undefined}",
                "{\"a\":truex}", // not words
                "{\"a\":01}",
                "{\"a\":-}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{\"a\":1e}",
                "{\"a\":1e1234}",
                "{\"a\":0x1}",
                "{\"a\":--1}",
                "{\"a\":NaN}",
                "{\"a\":1-1}", // not numbers
                "{\"a\":\"",
                "{\"a\":\"\\",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\\u123g\"}",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\u0000\"}",
                "{\"a\":\"\\u０１２３\"}", // not strings
                "{\"a\":1/*comment*/}",
                "{\"a\":1} //comment",
            })
    void invalidDocumentIsRefused(String text) {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> JsonObject.parse(text)).hasMessageStartingWith("JSON");
    }

    @Test
    void messageHasThePosition() {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> JsonObject.parse("{\"a\": 012}"))
                .hasMessage("JSON: '012' is not a number of at most 40 characters at character 6");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> JsonObject.parse("{\n \"a\":\n  x}"))
                .hasMessageEndingWith(" in line 3, column 3");
    }

    @Test
    void escapesAreDecoded() {
        assertThat(value("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00b5\\u20AC\"")).isEqualTo("\"\\/\b\f\n\r\tµ€");
        assertThat(value("\"\\u0000\"")).isEqualTo("\u0000");
        assertThat(value("\"µ€💓\"")).isEqualTo("µ€💓");
        assertThat(value("\"\\uD83D\\uDC93\"")).isEqualTo("💓");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\uD83D", "\\uDC93", "\\uDC93\\uD83D", "\\uD83Dx", "\uD83D"})
    void unpairedSurrogateIsRefused(String inside) {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> value("\"" + inside + "\""))
                .hasMessageContaining("half a surrogate pair");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> JsonObject.parse("{\"" + inside + "\": 1}"));
    }

    @Test
    void duplicateNameIsRefusedInAnyNotation() {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> JsonObject.parse("{\"a\": 1, \"\\u0061\": 2}"))
                .hasMessageContaining("field 'a' twice");
        assertThat(JsonObject.parse("{\"a\": {\"a\": 1}}").object("a").has("a")).isTrue();
    }

    @Test
    void nestingIsLimitedToThirtyTwo() {
        assertThat(JsonObject.parse(nested(32)).has("a")).isTrue();
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> JsonObject.parse(nested(33)))
                .hasMessageContaining("nested deeper than 32");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> JsonObject.parse("{\"a\":" + "[".repeat(100_000)));
    }

    /** An object with nested lists, this number of levels in all. */
    private static String nested(int depth) {
        return "{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
    }

    @Test
    void documentHasALimit() {
        String fits = "{\"a\":\"" + "x".repeat((1 << 20) - 8) + "\"}";

        assertThat(JsonObject.parse(fits).string("a")).hasSize((1 << 20) - 8);
        assertRefused(ErrorCode.TOO_LONG, () -> JsonObject.parse(fits + " "))
                .hasMessage("JSON document of 1048577 characters exceeds limit 1048576");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "1.0, 1",
        "1e3, 1000",
        "1.5e1, 15",
        "1000e-3, 1",
        "0e999, 0",
        "0.000e-999, 0"
    })
    void wholeNumberIsExactInAnyNotation(String text, long value) {
        assertThat(object(text).integer("a", Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "1.5", "1e999", "1e-999", "-1e999", "0.1"})
    void numberWithAFractionIsNoWholeNumber(String text) {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> object(text).integer("a", Long.MIN_VALUE, Long.MAX_VALUE))
                .hasMessageContaining("must be a whole number from -9223372036854775808 to 9223372036854775807");
    }

    @Test
    void wholeNumberKeepsItsRange() {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> object("11").integer("a", 0, 10))
                .hasMessage("field a is 11, must be a whole number from 0 to 10");
    }

    @Test
    void longNumbersAreRefused() {
        assertThat(object("1" + "0".repeat(39)).number("a")).isEqualTo(1e39);
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> object("1" + "0".repeat(40)));
    }

    @Test
    void numberFitsADouble() {
        assertThat(object("1.7976931348623157e308").number("a")).isEqualTo(Double.MAX_VALUE);
        assertThat(object("1e-400").number("a")).isZero();
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> object("1e309").number("a"))
                .hasMessage("field a is 1E+309, must fit 64-bit floating point");
    }

    @Test
    void doublesAreReadBackExactly() {
        Random random = Seed.random("doubles");
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String text = new JsonWriter()
                        .beginObject()
                        .field("a", value)
                        .endObject()
                        .toString();
                assertThat(JsonObject.parse(text).number("a")).isEqualTo(value);
            }
        }
    }

    @Test
    void wrongTypeAndMissingFieldAreNamedWithTheirPath() {
        JsonObject json = JsonObject.parse("{\"list\": [{\"a\": 1}, {\"a\": \"x\"}, 5], \"object\": {\"b\": null}}");

        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> json.string("list")).hasMessage("field list must be a string");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> json.objects("list"))
                .hasMessage("field list[2] must be an object");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> json.object("object").number("b"))
                .hasMessage("field object.b must be a number, is missing");
        JsonObject lists = JsonObject.parse("{\"list\": [{\"a\": 1}, {\"a\": \"x\"}]}");
        List<JsonObject> objects = lists.objects("list");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> objects.get(1).integer("a", 0, 1))
                .hasMessage("field list[1].a must be a number");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> json.bool("object"))
                .hasMessage("field object must be true or false");
    }

    @Test
    void messagesCutLongNames() {
        JsonObject json = JsonObject.parse("{\"object\": {\"a\\nb" + "x".repeat(1000) + "\": 1}}");
        JsonObject object = json.object("object");
        String name = object.names().get(0);

        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> object.string(name))
                .hasMessageStartingWith("field object.a?bxxx")
                .hasMessageEndingWith("…");
    }

    @Test
    void noiseCausesBanipExceptions() {
        Random random = Seed.random("JSON noise");
        String valid = "{\"a\":[1,-2.5e3,\"\\u00b5\\n\",true,null,{\"b\":{}}],\"c\":\"💓\"}";
        String alphabet = "{}[]\":,.-+eE0129\\u tnf\uD83D\u0000x";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder(valid);
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(text.length());
                char c = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, c);
                    case 1 -> text.insert(at, c);
                    default -> text.delete(at, at + 1 + random.nextInt(3));
                }
            }
            try {
                JsonObject.parse(text.toString());
            } catch (BanipException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
            }
        }
    }

    private static JsonObject object(String value) {
        return JsonObject.parse("{\"a\": " + value + "}");
    }

    private static String value(String string) {
        return object(string).string("a");
    }
}
