package org.banip.seal;

import java.security.SecureRandom;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.params.X25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.X25519PublicKeyParameters;

/** A private X25519 key (RFC 7748) with its public key. Immutable. */
final class KeyPair {
    /** Length of a private key, a public key, and an encapsulation. */
    static final int BYTES = X25519PrivateKeyParameters.KEY_SIZE;

    private final X25519PrivateKeyParameters privateKey;
    private final X25519PublicKeyParameters publicKey;

    private KeyPair(X25519PrivateKeyParameters privateKey) {
        this.privateKey = privateKey;
        publicKey = privateKey.generatePublicKey();
    }

    /** A new one. */
    static KeyPair random(SecureRandom random) {
        return new KeyPair(new X25519PrivateKeyParameters(random));
    }

    /** That of a private key of {@link #BYTES} bytes. */
    static KeyPair of(byte[] privateBytes) {
        if (privateBytes.length != BYTES) {
            throw new IllegalArgumentException("private key of " + privateBytes.length + " bytes, must be " + BYTES);
        }
        return new KeyPair(new X25519PrivateKeyParameters(privateBytes, 0));
    }

    /** The public key in hexadecimal digits, which names the pair. */
    String publicHex() {
        return Hex.of(publicKey.getEncoded());
    }

    String privateHex() {
        return Hex.of(privateKey.getEncoded());
    }

    AsymmetricCipherKeyPair forHpke() {
        return new AsymmetricCipherKeyPair(publicKey, privateKey);
    }
}
