package org.banip.seal;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.core.transcoding.spi.Transcoder;

/** {@code seal}: packets that only the owner of a private key can read. */
final class Seal implements Transcoder {
    private static final int CONTEXT_BYTES = 2048;

    private final String recipient;
    private final Duration keyInterval;
    private final Optional<SealKeys> keys;
    private final Supplier<KeyPair> ephemeral;

    private Seal(String recipient, Duration keyInterval, Optional<SealKeys> keys, Supplier<KeyPair> ephemeral) {
        this.recipient = recipient;
        this.keyInterval = keyInterval;
        this.keys = keys;
        this.ephemeral = ephemeral;
    }

    /**
     * Seals to a public key.
     *
     * @param recipient its hexadecimal digits
     * @throws BanipException {@code INVALID_CHAIN} if nothing can be sealed to it
     */
    static Seal to(String recipient, Duration keyInterval, Optional<SealKeys> keys) {
        SecureRandom random = new SecureRandom();
        return to(recipient, keyInterval, keys, () -> KeyPair.random(random));
    }

    /** The same, with ephemeral keys that the caller makes. */
    static Seal to(String recipient, Duration keyInterval, Optional<SealKeys> keys, Supplier<KeyPair> ephemeral) {
        byte[] key = Hex.bytes(recipient);
        try {
            Hpke.sender(key, new byte[0], KeyPair.of(SealProvider.PROBE.clone()));
        } catch (IllegalStateException e) {
            throw new BanipException(
                    ErrorCode.INVALID_CHAIN,
                    "seal: to=" + recipient + " is no public key: nothing can be sealed to it",
                    e);
        }
        return new Seal(recipient, keyInterval, keys, ephemeral);
    }

    @Override
    public boolean decodes(SensorGroup group, Transcoder other) {
        return other instanceof Seal seal && recipient.equals(seal.recipient);
    }

    @Override
    public String senderParameters() {
        return "key";
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        throw withoutBan();
    }

    @Override
    public Encoder newEncoder(BanDescription ban, int group, Supplier<LinkConditions> link) {
        return new SealEncoder(Hex.bytes(recipient), Hpke.info(ban, group), ephemeral);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        throw withoutBan();
    }

    @Override
    public Decoder newDecoder(BanDescription ban, int group) {
        int setBytes = ban.groups().get(group).setBytes();
        return new SealDecoder(privateKey(), Hpke.info(ban, group), setBytes);
    }

    private static BanipException withoutBan() {
        return new BanipException(
                ErrorCode.INVALID_CHAIN, "seal: it binds packets to a BAN and a group, and no BAN is known here");
    }

    @Override
    public void requireDecoder() {
        KeyPair unused = privateKey();
    }

    private KeyPair privateKey() {
        return keys.orElseThrow(
                        () -> new BanipException(
                                ErrorCode.INVALID_CHAIN,
                                "seal: what is sealed to " + recipient
                                        + " cannot be opened: the host, or who reads the store, has no folder of private keys (seal-keys)"))
                .find(recipient);
    }

    @Override
    public long decoderBytes(SensorGroup group) {
        return CONTEXT_BYTES;
    }

    @Override
    public long packetBytes(SensorGroup group, int length) {
        return 3L * length; // what was opened, and its copy in a block
    }

    @Override
    public Duration keyInterval() {
        return keyInterval;
    }

    @Override
    public boolean last() {
        return true;
    }
}
