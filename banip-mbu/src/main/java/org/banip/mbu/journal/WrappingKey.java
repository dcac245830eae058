package org.banip.mbu.journal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.spool.SpoolException;

/**
 * The app's key. It encrypts data keys and nothing else, because a key of a device's key store takes milliseconds for each operation. It is used
 * through {@code Cipher} only, because the bytes of such a key cannot be read. The nonce is the provider's own random one: Android's key store refuses
 * others.
 */
final class WrappingKey {
    private static final int VERSION = 1;
    private static final byte[] PURPOSE = "banip spool data key".getBytes(StandardCharsets.US_ASCII);

    private final SecretKey key;

    WrappingKey(SecretKey key) {
        this.key = key;
    }

    /**
     * Checks what can be seen of a key.
     *
     * @throws IllegalArgumentException if it is no key for AES-256
     */
    static void check(SecretKey key) {
        if (!key.getAlgorithm().equals("AES")) {
            throw new IllegalArgumentException("spool: the key is for " + key.getAlgorithm() + ", allowed is AES");
        }
        byte[] bytes = key.getEncoded(); // none of a key that cannot leave its key store
        if (bytes != null && bytes.length != RecordCipher.KEY) {
            throw new IllegalArgumentException("spool: the key has " + 8 * bytes.length + " bits, must be 256");
        }
    }

    /** Writes the body of a key's record behind its type. */
    byte[] wrap(byte[] dataKey) {
        try {
            Cipher cipher = Cipher.getInstance(RecordCipher.ALGORITHM);
            cipher.init(Cipher.ENCRYPT_MODE, key);
            cipher.updateAAD(PURPOSE);
            byte[] wrapped = cipher.doFinal(dataKey);
            byte[] nonce = cipher.getIV();
            byte[] body = new byte[2 + nonce.length + wrapped.length];
            body[0] = VERSION;
            body[1] = (byte) nonce.length;
            System.arraycopy(nonce, 0, body, 2, nonce.length);
            System.arraycopy(wrapped, 0, body, 2 + nonce.length, wrapped.length);
            return body;
        } catch (GeneralSecurityException | ProviderException e) {
            throw unusable(e);
        }
    }

    /**
     * Reads the body of a key's record behind its type.
     *
     * @return the data key; empty if another key has encrypted it
     * @throws BanipException {@code UNSUPPORTED_VERSION} or {@code MALFORMED_FRAME}
     */
    Optional<byte[]> unwrap(RecordBody from) {
        int version = (int) from.number(1);
        if (version != VERSION) {
            throw new BanipException(
                    ErrorCode.UNSUPPORTED_VERSION,
                    "encryption of version " + version + ", this one reads version " + VERSION);
        }
        byte[] nonce = from.bytes((int) from.number(1));
        byte[] wrapped = from.rest();
        if (nonce.length != RecordCipher.NONCE || wrapped.length != RecordCipher.KEY + RecordCipher.TAG) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME,
                    "key of " + wrapped.length + " bytes with a nonce of " + nonce.length + " bytes");
        }
        try {
            Cipher cipher = Cipher.getInstance(RecordCipher.ALGORITHM);
            cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(8 * RecordCipher.TAG, nonce));
            cipher.updateAAD(PURPOSE);
            return Optional.of(cipher.doFinal(wrapped));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException | ProviderException e) {
            throw unusable(e);
        }
    }

    private static SpoolException unusable(Exception e) {
        return new SpoolException("spool: the key cannot be used: " + e, e);
    }
}
