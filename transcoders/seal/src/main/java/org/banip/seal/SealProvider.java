package org.banip.seal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** The kind {@code seal}. {@link java.util.ServiceLoader} finds it without private keys: it can seal, and {@link #withKeys} makes one that can open. */
public final class SealProvider implements TranscoderProvider {
    /** Any private key: shows whether a public key can be used. */
    static final byte[] PROBE = new byte[KeyPair.BYTES];

    private static final int MOST_MINUTES = 60;

    private final Optional<SealKeys> keys;

    /** A kind without private keys. */
    public SealProvider() {
        this(Optional.empty());
    }

    private SealProvider(Optional<SealKeys> keys) {
        this.keys = keys;
    }

    @Override
    public TranscoderProvider withKeys(Path folder) {
        return new SealProvider(Optional.of(new SealKeys(folder)));
    }

    @Override
    public String name() {
        return "seal";
    }

    @Override
    public String description() {
        return "Encrypts each packet for the owner of a private key (RFC 9180), and authenticates it with its header.";
    }

    @Override
    public List<Parameter> parameters() {
        return Arrays.asList(
                Parameter.hex("to", 2 * KeyPair.BYTES, "the public key of those who shall read, X25519"),
                Parameter.duration(
                        "key",
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(MOST_MINUTES),
                        "signal time from one key packet to the next, each with a new key"));
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return Seal.to(arguments.word("to"), arguments.duration("key"), keys);
    }
}
