package org.banip.seal;

import java.util.function.Supplier;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.hpke.HPKEContextWithEncapsulation;
import org.jspecify.annotations.Nullable;

/**
 * Seals packets. Each key packet begins a new HPKE context with a new ephemeral key, and the context counts its packets. So no nonce is used twice,
 * and nothing needs to be kept for that beyond the end of the process: its successor begins with a key packet.
 */
final class SealEncoder implements Encoder {
    private final byte[] recipient;
    private final byte[] info;
    private final Supplier<KeyPair> ephemeral;

    private final byte[] header = new byte[Hpke.HEADER];
    private final Block out = new Block(1024);
    private final Tally tally = new Tally();
    private @Nullable HPKEContextWithEncapsulation context;

    /**
     * Seals to a public key.
     *
     * @param ephemeral makes a new key pair at each call
     */
    SealEncoder(byte[] recipient, byte[] info, Supplier<KeyPair> ephemeral) {
        this.recipient = recipient;
        this.info = info;
        this.ephemeral = ephemeral;
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.clear();
        out.describeAs(block);
        HPKEContextWithEncapsulation sealing = contextOf(block);
        Hpke.header(block, header);
        byte[] sealed = seal(sealing, block);
        out.append(sealed, 0, sealed.length);
        tally.out(out);
        next.accept(out);
    }

    private HPKEContextWithEncapsulation contextOf(Block block) {
        HPKEContextWithEncapsulation now = context;
        if (block.key()) {
            now = Hpke.sender(recipient, info, ephemeral.get());
            byte[] encapsulation = now.getEncapsulation();
            out.append(encapsulation, 0, encapsulation.length);
            context = now;
        }
        if (now == null) {
            throw new IllegalStateException("the first block is no key block");
        }
        return now;
    }

    private byte[] seal(HPKEContextWithEncapsulation sealing, Block block) {
        try {
            return sealing.seal(header, block.bytes(), 0, block.length());
        } catch (InvalidCipherTextException e) {
            throw new IllegalStateException(e); // only opening can fail
        }
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
