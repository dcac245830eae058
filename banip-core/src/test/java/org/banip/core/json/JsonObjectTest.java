package org.banip.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
    @Test
    void readsListsOfWholeNumbers() {
        JsonObject document = JsonObject.parse("{\"samples\":[-32768,0,32767],\"none\":[]}");
        assertThat(document.integers("samples", -32768, 32767)).containsExactly(-32768, 0, 32767);
        assertThat(document.integers("none", 0, 1)).isEmpty();
    }

    @Test
    void namesTheElementThatIsNoWholeNumberOrOutOfRange() {
        JsonObject document = JsonObject.parse("{\"a\":[1,2.5],\"b\":[1,\"2\"],\"c\":[1,256],\"d\":1}");
        assertThatThrownBy(() -> document.integers("a", 0, 255)).hasMessageContaining("a[1] is 2.5");
        assertThatThrownBy(() -> document.integers("b", 0, 255)).hasMessageContaining("b[1] must be a number");
        assertThatThrownBy(() -> document.integers("c", 0, 255))
                .hasMessageContaining("c[1] is 256, must be a whole number from 0 to 255");
        assertThatThrownBy(() -> document.integers("d", 0, 255)).hasMessageContaining("d must be a list");
    }

    @Test
    void readsAFieldOfAnyType() {
        JsonObject document = JsonObject.parse("{\"word\":\"x\",\"flag\":true,\"number\":1.50,\"nothing\":null}");
        assertThat(document.value("word")).contains("x");
        assertThat(document.value("flag")).contains(true);
        assertThat(document.value("number")).contains(new BigDecimal("1.50"));
        assertThat(document.value("nothing")).isEmpty();
        assertThat(document.value("missing")).isEmpty();
    }

    @Test
    void writesAnObjectSoThatItIsTheSameWhenItIsReadAgain() {
        String text =
                "{ \"a\" : [1.0, -0.0, 2.5e0, 1e30, null, true, [], {}],\"b\":{\"c\":\"\\u0001\\\"µ\"},\"d\":1e-400}";
        String written = JsonObject.parse(text).toJson();
        assertThat(written)
                .isEqualTo("{\"a\":[1,0,2.5,1.0E30,null,true,[],{}],\"b\":{\"c\":\"\\u0001\\\"µ\"},\"d\":0}");
        assertThat(JsonObject.parse(written).toJson()).isEqualTo(written);
        assertThat(JsonObject.parse("{}").toJson()).isEqualTo("{}");
    }

    @Test
    void aNumberThatIsTooLargeIsNotWritten() {
        JsonObject document = JsonObject.parse("{\"list\":[{\"a\":[{\"b\":-1e400}]}]}");
        assertThatThrownBy(() -> document.objects("list").get(0).toJson())
                .hasMessage("number -1E+400 in list[0], must fit 64-bit floating point");
    }
}
