package org.banip.seal;

import java.util.Arrays;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.hpke.HPKEContext;
import org.jspecify.annotations.Nullable;

/** Opens packets, in the order in which they were sealed, each once. After an error it opens only a key packet. */
final class SealDecoder implements Decoder {
    private final KeyPair recipient;
    private final byte[] info;
    private final int setBytes;

    private final byte[] header = new byte[Hpke.HEADER];
    private final Block out = new Block(1024);
    private final Tally tally = new Tally();
    private @Nullable HPKEContext context;

    SealDecoder(KeyPair recipient, byte[] info, int setBytes) {
        this.recipient = recipient;
        this.info = info;
        this.setBytes = setBytes;
    }

    @Override
    public Block decode(Block block) {
        int begin = block.key() ? KeyPair.BYTES : 0;
        int length = block.length() - begin;
        int most = block.limit(setBytes) + Hpke.TAG;
        if (length < Hpke.TAG || length > most) {
            throw undecodable("payload of " + Counted.of(block.length(), "byte") + " is not " + (begin + Hpke.TAG)
                    + " to " + (begin + most) + " bytes long, as a sealed " + (block.key() ? "key " : "")
                    + "packet is");
        }
        HPKEContext opening = block.key() ? begin(block) : context;
        if (opening == null) {
            throw undecodable("it is not a key packet, and none before it was opened");
        }
        context = null;
        Hpke.header(block, header);
        byte[] opened = open(opening, block.bytes(), begin, length);
        context = opening;
        tally.in(block);
        out.clear();
        out.describeAs(block);
        out.append(opened, 0, opened.length);
        tally.out(out);
        return out;
    }

    private HPKEContext begin(Block block) {
        context = null;
        try {
            return Hpke.receiver(Arrays.copyOf(block.bytes(), KeyPair.BYTES), recipient, info);
        } catch (IllegalStateException e) {
            throw new BanipException(
                    ErrorCode.UNDECODABLE_PACKET, "seal: the encapsulated key of a key packet is no key", e);
        }
    }

    private byte[] open(HPKEContext opening, byte[] bytes, int offset, int length) {
        try {
            return opening.open(header, bytes, offset, length);
        } catch (InvalidCipherTextException e) {
            throw new BanipException(
                    ErrorCode.UNDECODABLE_PACKET,
                    "seal: the packet is not authentic: payload, header or order were changed, it is of another BAN or"
                            + " group, or it was sealed to another key than " + recipient.publicHex(),
                    e);
        }
    }

    private static BanipException undecodable(String what) {
        return new BanipException(ErrorCode.UNDECODABLE_PACKET, "seal: " + what);
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
