package org.banip.mbu.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.mbu.journal.JournalledSpool.ECG;
import static org.banip.mbu.journal.JournalledSpool.SELDOM;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyStore;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;
import org.banip.mbu.spool.SpoolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of key stores: a PKCS#12 file's, and one that never leaves its store. */
class KeyStoreKeyTest {
    @TempDir
    Path directory;

    private static JournalledSpool open(Path spool, SecretKey key) {
        return JournalledSpool.open(spool, SELDOM, 1024, JournalledSpool.BOOT, () -> 1, Optional.of(key));
    }

    @Test
    void aKeyOfAPkcs12FileOpensTheSpoolAgain() throws Exception {
        char[] password = "a long password".toCharArray();
        KeyStore made = KeyStore.getInstance("PKCS12");
        made.load(null, null);
        made.setKeyEntry("spool", AtRest.key(7), password, null);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        made.store(file, password);
        for (int start = 0; start < 2; start++) {
            KeyStore read = KeyStore.getInstance("PKCS12");
            read.load(new ByteArrayInputStream(file.toByteArray()), password);
            try (JournalledSpool spool = open(directory.resolve("a"), (SecretKey) read.getKey("spool", password))) {
                assertThat(spool.spool.packets()).isEqualTo(4 * start);
                spool.put(ECG, 4);
            }
        }
    }

    /** It counts on nothing but {@code Cipher}, lets the store choose the nonce, and needs the store at a start only. */
    @Test
    void aKeyThatCannotLeaveItsStoreIsUsedOnceToBeginAndOnceForEachEarlierStart() throws Exception {
        Device device = new Device();
        Security.addProvider(device);
        try {
            int[] operations = new int[4];
            for (int start = 0; start < operations.length; start++) {
                try (JournalledSpool spool = open(directory.resolve("a"), new DeviceKey())) {
                    assertThat(spool.spool.packets()).isEqualTo(40 * start);
                    operations[start] = OPERATIONS.getAndSet(0);
                    spool.put(ECG, 40);
                    assertThat(OPERATIONS).as("while it runs").hasValue(0);
                }
            }
            assertThat(operations).containsExactly(1, 2, 3, 4);
            assertThat(JournalledSpool.files(directory.resolve("a"))).hasSizeGreaterThan(8);
        } finally {
            Security.removeProvider(device.getName());
        }
    }

    /** The device does not have the former key any more, but the file is of one before that. */
    @Test
    void aFormerKeyThatCannotBeUsedDoesNotKeepAnotherOneFromTheSpool() throws Exception {
        Path spool = directory.resolve("a");
        try (JournalledSpool first = JournalledSpool.open(spool, 1024, AtRest.key(1))) {
            first.put(ECG, 4);
        }
        assertThatThrownBy(() -> JournalledSpool.open(spool, 1024, AtRest.key(2), new DeviceKey(), AtRest.key(3)))
                .isInstanceOf(SpoolException.class)
                .hasMessageContaining("the key cannot be used");
        try (JournalledSpool next = JournalledSpool.open(spool, 1024, AtRest.key(2), new DeviceKey(), AtRest.key(1))) {
            assertThat(next.spool.packets()).isEqualTo(4);
        }
    }

    private static final AtomicInteger OPERATIONS = new AtomicInteger();

    /** A key as Android's key store gives it: without its bytes. */
    private static final class DeviceKey implements SecretKey {
        private static final long serialVersionUID = 1;

        @Override
        public String getAlgorithm() {
            return "AES";
        }

        @Override
        public String getFormat() {
            return null;
        }

        @Override
        public byte[] getEncoded() {
            return null;
        }
    }

    /** The provider of such keys. */
    private static final class Device extends Provider {
        private static final long serialVersionUID = 1;

        Device() {
            super("Device", "1", "keys that cannot leave it");
            put("Cipher.AES/GCM/NoPadding", DeviceCipher.class.getName());
            put("Cipher.AES/GCM/NoPadding SupportedKeyClasses", DeviceKey.class.getName());
        }

        @Override
        public synchronized Service getService(String type, String algorithm) {
            Service service = super.getService(type, algorithm);
            return service == null ? null : new Own(this, type, algorithm);
        }

        private static final class Own extends Service {
            Own(Provider provider, String type, String algorithm) {
                super(provider, type, algorithm, DeviceCipher.class.getName(), null, null);
            }

            @Override
            public Object newInstance(Object parameter) {
                return new DeviceCipher();
            }

            @Override
            public boolean supportsParameter(Object parameter) {
                return parameter instanceof DeviceKey;
            }
        }
    }

    /** Refuses a nonce of the caller. */
    private static final class DeviceCipher extends CipherSpi {
        private static final SecretKey INSIDE = AtRest.key(9);
        private Cipher cipher;

        @Override
        protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
            require(key);
            try {
                cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
                cipher.init(mode, INSIDE, random);
            } catch (InvalidKeyException e) {
                throw e;
            } catch (GeneralSecurityException e) {
                throw new InvalidKeyException(e);
            }
        }

        private static void require(Key key) throws InvalidKeyException {
            if (!(key instanceof DeviceKey)) {
                throw new InvalidKeyException("not a key of this device");
            }
        }

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
                throws InvalidKeyException, InvalidAlgorithmParameterException {
            require(key);
            if (mode == Cipher.ENCRYPT_MODE) {
                throw new InvalidAlgorithmParameterException("Caller-provided IV not permitted");
            }
            try {
                cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
                cipher.init(mode, INSIDE, spec, random);
            } catch (InvalidKeyException | InvalidAlgorithmParameterException e) {
                throw e;
            } catch (GeneralSecurityException e) {
                throw new InvalidKeyException(e);
            }
        }

        @Override
        protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random)
                throws InvalidAlgorithmParameterException {
            throw new InvalidAlgorithmParameterException("not supported");
        }

        @Override
        protected void engineUpdateAAD(byte[] source, int offset, int length) {
            cipher.updateAAD(source, offset, length);
        }

        @Override
        protected byte[] engineDoFinal(byte[] input, int offset, int length)
                throws IllegalBlockSizeException, BadPaddingException {
            OPERATIONS.incrementAndGet();
            return cipher.doFinal(input, offset, length);
        }

        @Override
        protected int engineDoFinal(byte[] input, int offset, int length, byte[] output, int at)
                throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
            OPERATIONS.incrementAndGet();
            return cipher.doFinal(input, offset, length, output, at);
        }

        @Override
        protected byte[] engineUpdate(byte[] input, int offset, int length) {
            return cipher.update(input, offset, length);
        }

        @Override
        protected int engineUpdate(byte[] input, int offset, int length, byte[] output, int at)
                throws ShortBufferException {
            return cipher.update(input, offset, length, output, at);
        }

        @Override
        protected byte[] engineGetIV() {
            return cipher.getIV();
        }

        @Override
        protected AlgorithmParameters engineGetParameters() {
            return cipher.getParameters();
        }

        @Override
        protected int engineGetBlockSize() {
            return cipher.getBlockSize();
        }

        @Override
        protected int engineGetOutputSize(int length) {
            return cipher.getOutputSize(length);
        }

        @Override
        protected void engineSetMode(String mode) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void engineSetPadding(String padding) {
            throw new UnsupportedOperationException();
        }
    }
}
