package org.banip.mbu.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.SecretKey;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.spool.SpoolException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ciphers of the files of a directory. If the app has given a key, each start has a random data key for all files that it writes. Each of them
 * has that key in its head, encrypted with the app's key. So the app's key is needed at the start only: once, and once for each earlier start that
 * has left files; of those the present key or a former one opens each. Guarded by the journal.
 */
final class Ciphers {
    private static final Logger LOG = LoggerFactory.getLogger(Ciphers.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path directory;
    /** The present one first; empty if there is none. */
    private final List<WrappingKey> wrapping;

    private final @Nullable RecordCipher own;
    private final byte[] ownWrapped;
    /** Those of earlier starts, by their wrapped keys. */
    private final Map<ByteBuffer, RecordCipher> unwrapped = new HashMap<>();
    /** Those of them whose keys a former key has wrapped. */
    private final Set<RecordCipher> outdated = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Those of the files of earlier starts. */
    private final Map<Long, RecordCipher> earlier = new HashMap<>();
    /** The files of earlier starts that have none. */
    private final Set<Long> plain = new HashSet<>();

    private Ciphers(Path directory, List<WrappingKey> wrapping, @Nullable RecordCipher own, byte[] ownWrapped) {
        this.directory = directory;
        this.wrapping = wrapping;
        this.own = own;
        this.ownWrapped = ownWrapped;
    }

    /**
     * Ciphers for one start.
     *
     * @param key the app's; none leaves the files plain
     * @param former those that the app used before
     * @throws SpoolException if the key cannot be used
     */
    static Ciphers of(Path directory, Optional<SecretKey> key, List<SecretKey> former) {
        if (!key.isPresent()) {
            return new Ciphers(directory, Collections.emptyList(), null, new byte[0]);
        }
        List<WrappingKey> wrapping = new ArrayList<>();
        wrapping.add(new WrappingKey(key.get()));
        former.forEach(each -> wrapping.add(new WrappingKey(each)));
        byte[] data = new byte[RecordCipher.KEY];
        RANDOM.nextBytes(data);
        return new Ciphers(directory, wrapping, cipher(data), wrapping.get(0).wrap(data));
    }

    private static RecordCipher cipher(byte[] key) {
        try {
            return new RecordCipher(key);
        } catch (GeneralSecurityException e) {
            throw new SpoolException("spool: this platform has no " + RecordCipher.ALGORITHM, e);
        }
    }

    /** The cipher of the files that are written now. Null if they are plain. */
    @Nullable
    RecordCipher own() {
        return own;
    }

    boolean encrypts() {
        return own != null;
    }

    /** A buffer for records that are written now. */
    RecordBuffer buffer() {
        return new RecordBuffer(encrypts());
    }

    /** Writes the record with the data key, if there is one. */
    void writeKey(RecordBuffer to) {
        if (encrypts()) {
            to.begin(RecordType.KEY).append(ownWrapped).end();
        }
    }

    /** The cipher of a file that is there. Null if it is plain. */
    @Nullable
    RecordCipher of(long file) {
        return plain.contains(file) ? null : earlier.getOrDefault(file, own);
    }

    /** Whether a file should be encrypted with the present key and is not, because the process that wrote it had none, or a former one. */
    boolean isOutdated(long file) {
        return encrypts() && (plain.contains(file) || outdated.contains(earlier.get(file)));
    }

    /**
     * A reader of a file of an earlier start.
     *
     * @throws IllegalArgumentException if it was encrypted with another key than the app's, or the app has given none
     * @throws SpoolException if its encryption has another version, or the key cannot be used
     */
    SegmentReader reader(long file, byte[] bytes) {
        RecordCipher cipher = cipherIn(new SegmentReader(bytes));
        if (cipher != null) {
            earlier.put(file, cipher);
            if (outdated.contains(cipher)) {
                LOG.info(
                        "spool: {} is encrypted with a former key; what waits in it is written again",
                        directory.resolve("spool-" + file + ".log"));
            }
        } else if (plain.add(file) && encrypts()) {
            LOG.info(
                    "spool: {} is not encrypted; what waits in it is written again",
                    directory.resolve("spool-" + file + ".log"));
        }
        return new SegmentReader(bytes, cipher, file);
    }

    /** The first whole record tells whether a file is encrypted. The record of its key is there twice, because one of them may be damaged. */
    private @Nullable RecordCipher cipherIn(SegmentReader reader) {
        for (int at = reader.find(0); at >= 0; at = reader.find(reader.endOf(at))) {
            RecordBody body = reader.bodyAt(at);
            int type = (int) body.number(1);
            if (type != RecordType.KEY && type != RecordType.ENCRYPTED) {
                return null;
            }
            if (wrapping.isEmpty()) {
                throw new IllegalArgumentException("spool: " + directory
                        + " is encrypted; start the MBU with its key to deliver what waits, or use another directory");
            }
            RecordCipher found = type == RecordType.KEY ? unwrapped(body) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable RecordCipher unwrapped(RecordBody body) {
        byte[] wrapped = body.rest();
        RecordCipher known = unwrapped.get(ByteBuffer.wrap(wrapped));
        if (known != null) {
            return known;
        }
        SpoolException unusable = null;
        for (WrappingKey with : wrapping) {
            try {
                Optional<byte[]> key = with.unwrap(new RecordBody(wrapped, 0, wrapped.length));
                if (key.isPresent()) {
                    RecordCipher cipher = cipher(key.get());
                    unwrapped.put(ByteBuffer.wrap(wrapped), cipher);
                    if (with != wrapping.get(0)) {
                        outdated.add(cipher);
                    }
                    return cipher;
                }
            } catch (SpoolException e) { // another key may open it
                unusable = unusable == null ? e : unusable;
            } catch (BanipException e) {
                if (e.code() == ErrorCode.UNSUPPORTED_VERSION) {
                    throw new SpoolException(
                            "the spool in " + directory + " was written by another version: " + e.getMessage(), e);
                }
                LOG.debug("spool: record of a key skipped", e);
                return null;
            }
        }
        if (unusable != null) {
            throw unusable;
        }
        throw new IllegalArgumentException("spool: " + directory
                + " is encrypted with another key; start the MBU with that one to deliver what waits, name it as a former"
                + " one, or use another directory");
    }
}
