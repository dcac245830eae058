package org.banip.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.bouncycastle.crypto.hpke.HPKEContext;
import org.bouncycastle.crypto.hpke.HPKEContextWithEncapsulation;
import org.junit.jupiter.api.Test;

/** The suite is that of RFC 9180, section A.2.1: its first three ciphertexts. */
class HpkeTest {
    private static final byte[] INFO = Hex.bytes("4f6465206f6e2061204772656369616e2055726e");
    private static final byte[] PLAIN = Hex.bytes("4265617574792069732074727574682c20747275746820626561757479");
    private static final String PUBLIC = "4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a";
    private static final String ENCAPSULATION = "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a";
    private static final KeyPair RECIPIENT =
            KeyPair.of(Hex.bytes("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb"));
    private static final KeyPair EPHEMERAL =
            KeyPair.of(Hex.bytes("f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600"));
    private static final String[] CIPHERTEXTS = {
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28",
        "6b53c051e4199c518de79594e1c4ab18b96f081549d45ce015be002090bb119e85285337cc95ba5f59992dc98c",
        "71146bd6795ccc9c49ce25dda112a48f202ad220559502cef1f34271e0cb4b02b4f10ecac6f48c32f878fae86b"
    };

    @Test
    void senderMakesThePublishedCiphertexts() throws Exception {
        assertThat(RECIPIENT.publicHex()).isEqualTo(PUBLIC);
        HPKEContextWithEncapsulation context = Hpke.sender(Hex.bytes(PUBLIC), INFO, EPHEMERAL);
        assertThat(Hex.of(context.getEncapsulation())).isEqualTo(ENCAPSULATION);
        for (int i = 0; i < CIPHERTEXTS.length; i++) {
            assertThat(Hex.of(context.seal(count(i), PLAIN))).isEqualTo(CIPHERTEXTS[i]);
        }
    }

    @Test
    void receiverOpensThePublishedCiphertexts() throws Exception {
        HPKEContext context = Hpke.receiver(Hex.bytes(ENCAPSULATION), RECIPIENT, INFO);
        for (int i = 0; i < CIPHERTEXTS.length; i++) {
            assertThat(context.open(count(i), Hex.bytes(CIPHERTEXTS[i]))).isEqualTo(PLAIN);
        }
    }

    private static byte[] count(int number) {
        return ("Count-" + number).getBytes(StandardCharsets.US_ASCII);
    }
}
