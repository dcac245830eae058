package org.banip.mbu.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM with the data key of one start. The nonce of a record is the number of its file and its place there. Each place is written once: files
 * are only appended to, their numbers grow, and the next start has another key. So no nonce is used twice, and a record that is found elsewhere is
 * refused. Guarded by the journal.
 *
 * <p>A cipher cannot be given another nonce without {@code init} and a new {@code GCMParameterSpec}. Both allocate, on JDK 17 about 2 KB for each
 * packet in all; nothing else here does.
 */
final class RecordCipher {
    static final String ALGORITHM = "AES/GCM/NoPadding";
    static final int KEY = 32;
    static final int NONCE = 12;
    static final int TAG = 16;
    /** How many bytes a record grows: a type before it, and the tag behind it. */
    static final int MORE = 1 + TAG;

    private final SecretKeySpec key;
    private final Cipher encryption;
    private final Cipher decryption;
    private final ByteBuffer nonce = ByteBuffer.allocate(NONCE);
    private long lastFile = -1;
    private int lastPlace = -1;

    RecordCipher(byte[] key) throws GeneralSecurityException {
        this.key = new SecretKeySpec(key, "AES");
        encryption = Cipher.getInstance(ALGORITHM);
        decryption = Cipher.getInstance(ALGORITHM);
    }

    /**
     * Encrypts bytes where they are.
     *
     * @param length without the tag, for which there must be room behind
     * @param file the number of the file
     * @param place where the record's head begins there; beyond all that were encrypted before
     */
    void encrypt(byte[] bytes, int from, int length, long file, int place) throws IOException {
        if (file < lastFile || (file == lastFile && place <= lastPlace)) {
            throw new IllegalStateException("a nonce would be used again, place " + place + " of file " + file);
        }
        lastFile = file;
        lastPlace = place;
        try {
            encryption.init(Cipher.ENCRYPT_MODE, key, nonce(file, place));
            encryption.doFinal(bytes, from, length, bytes, from);
        } catch (GeneralSecurityException e) {
            throw new IOException("encryption: " + e, e);
        }
    }

    /**
     * Decrypts bytes where they are.
     *
     * @param length with the tag
     * @return whether they are what was encrypted for this place; otherwise they are of no use
     */
    boolean decrypt(byte[] bytes, int from, int length, long file, int place) throws IOException {
        if (length < TAG) {
            return false;
        }
        try {
            decryption.init(Cipher.DECRYPT_MODE, key, nonce(file, place));
            decryption.doFinal(bytes, from, length, bytes, from);
            return true;
        } catch (AEADBadTagException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IOException("decryption: " + e, e);
        }
    }

    private GCMParameterSpec nonce(long file, int place) {
        nonce.putLong(0, file).putInt(Long.BYTES, place);
        return new GCMParameterSpec(8 * TAG, nonce.array());
    }
}
