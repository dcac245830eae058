package org.banip.seal;

import java.nio.charset.StandardCharsets;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.LateGroups;
import org.banip.core.transcoding.spi.Block;
import org.bouncycastle.crypto.hpke.HPKE;
import org.bouncycastle.crypto.hpke.HPKEContext;
import org.bouncycastle.crypto.hpke.HPKEContextWithEncapsulation;
import org.bouncycastle.crypto.params.X25519PublicKeyParameters;

/**
 * What both halves of {@code seal} agree on: HPKE (RFC 9180) in base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20Poly1305, and what
 * is authenticated beside the payload.
 */
final class Hpke {
    /** Bytes of the authentication tag. */
    static final int TAG = 16;
    /** Bytes of what is authenticated beside the payload of a packet. */
    static final int HEADER = 21;

    private Hpke() {}

    /** A new one for each context: it has digests of its own, so threads must not share it. */
    private static HPKE suite() {
        return new HPKE(HPKE.mode_base, HPKE.kem_X25519_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_CHACHA20_POLY1305);
    }

    /**
     * Whose signal it is: {@code banip-seal/1/BAN/GROUP}. Packets that move to the group that has what is late are still of the group in which they
     * were encoded, so both groups have the same text.
     */
    static byte[] info(BanDescription ban, int group) {
        int live = LateGroups.among(ban.groups()).filledBy(group);
        String name = ban.groups().get(live >= 0 ? live : group).name();
        return ("banip-seal/1/" + ban.id() + "/" + name).getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes the header of a packet in the form that is authenticated: key flag, origin, first unit, unit count. */
    static void header(Block block, byte[] header) {
        header[0] = (byte) (block.key() ? 1 : 0);
        bigEndian(header, 1, block.originNanos(), 8);
        bigEndian(header, 9, block.firstUnit(), 8);
        bigEndian(header, 17, block.unitCount(), 4);
    }

    private static void bigEndian(byte[] into, int offset, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            into[offset + i] = (byte) (value >> 8 * (bytes - 1 - i));
        }
    }

    /**
     * The sender's context for a public key.
     *
     * @throws IllegalStateException if the key is a point of low order, to which nothing can be sealed
     */
    static HPKEContextWithEncapsulation sender(byte[] publicKey, byte[] info, KeyPair ephemeral) {
        return suite().setupBaseS(new X25519PublicKeyParameters(publicKey, 0), info, ephemeral.forHpke());
    }

    /**
     * The receiver's context.
     *
     * @throws IllegalStateException if the encapsulation is a point of low order
     */
    static HPKEContext receiver(byte[] encapsulation, KeyPair recipient, byte[] info) {
        return suite().setupBaseR(encapsulation, recipient.forHpke(), info);
    }
}
