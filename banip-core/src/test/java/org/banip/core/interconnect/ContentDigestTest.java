package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ContentDigestTest {
    /** RFC 9530, section 2: the first example. */
    private static final String HELLO = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";

    private final byte[] hello = "{\"hello\": \"world\"}\n".getBytes(StandardCharsets.UTF_8);

    @Test
    void digestEqualsTheExampleOfTheStandard() {
        assertThat(ContentDigest.of(hello)).isEqualTo(HELLO);
        assertThat(ContentDigest.contradicts(HELLO, hello)).isFalse();
    }

    @Test
    void everyDamagedBitOfTheDocumentIsDetected() {
        for (int bit = 0; bit < 8 * hello.length; bit++) {
            hello[bit >> 3] ^= (byte) (1 << (bit & 7));
            assertThat(ContentDigest.contradicts(HELLO, hello)).isTrue();
            hello[bit >> 3] ^= (byte) (1 << (bit & 7));
        }
    }

    @Test
    void documentWithoutAKnownDigestIsAccepted() {
        assertThat(ContentDigest.contradicts(null, hello)).isFalse();
        assertThat(ContentDigest.contradicts("", hello)).isFalse();
        assertThat(ContentDigest.contradicts("md5=:AAAA:", hello)).isFalse();
        assertThat(ContentDigest.contradicts("sha-512=:AAAA:", hello)).isFalse();
    }

    @Test
    void digestIsFoundAmongOthers() {
        assertThat(ContentDigest.contradicts("sha-512=:AAAA:, " + HELLO, hello)).isFalse();
        assertThat(ContentDigest.contradicts("sha-512=:AAAA:, sha-256=:AAAA:, x=1", hello))
                .isTrue();
        assertThat(ContentDigest.contradicts("sha-256=:AAAA:;p=1", hello)).isTrue();
    }
}
