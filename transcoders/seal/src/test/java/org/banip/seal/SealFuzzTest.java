package org.banip.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.Fuzz;
import org.banip.core.testing.Seed;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged payloads for the decoder half of {@code seal} (docs/faults.md, "Fuzzing"), with the packet's own header or any other, as the first packet or
 * behind an authentic key packet. Only what was sealed is opened.
 */
class SealFuzzTest {
    private static final int INPUTS = 2_000;
    private static final int PACKETS = 10;
    /** What one exchange of keys and an error with its trace take. */
    private static final long ALLOWANCE = 2L << 20;

    @TempDir
    private Path folder;

    private static PacketHeader header(Packet of, Random random) {
        PacketHeader own = of.header();
        if (random.nextInt(4) > 0) {
            return own;
        }
        int units = (int) (1 + Seed.number(random, PacketHeader.MAX_UNITS - 1));
        long first = Math.abs(own.firstUnit() + Seed.number(random, 1000));
        return new PacketHeader(0, own.sequence(), own.originNanos(), first, units, random.nextBoolean());
    }

    /** A chain turns a component's failure into an error of the packet. Here it is a failure. */
    private static byte[] open(ChainDecoder decoder, PacketHeader header, byte[] payload) {
        try {
            return Sealing.open(decoder, header, payload);
        } catch (BanipException e) {
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (!(cause instanceof BanipException || isOfTheLibrary(cause))) {
                    throw new IllegalStateException(e);
                }
            }
            throw e;
        }
    }

    /** What the decoder names as the cause of its own error. */
    private static boolean isOfTheLibrary(Throwable cause) {
        return cause.getStackTrace().length > 0
                && cause.getStackTrace()[0].getClassName().startsWith("org.bouncycastle.");
    }

    @Test
    void damagedPayloads() throws Exception {
        TranscodingChain chain = Sealing.chain(new SealKeys(folder).make(), folder);
        List<Packet> packets = Sealing.packets(Sealing.encoder(chain), 0, PACKETS);
        Packet key = packets.get(0);
        List<byte[]> valid = packets.stream().map(Packet::payload).toList();
        Fuzz fuzz = Fuzz.of("seal", "undecodable-packet").allocating(input -> ALLOWANCE + 16L * input.length);
        ChainDecoder decoder = chain.newDecoder(Sealing.BAN, 0);
        fuzz.run(valid, INPUTS, (input, random) -> {
            boolean behind = random.nextBoolean();
            if (behind) {
                assertThat(Sealing.open(decoder, key)).isEqualTo(opened(0));
            }
            int which = random.nextInt(2);
            PacketHeader header = header(packets.get(which), random);
            byte[] read = open(decoder, header, input);
            boolean sealed = Arrays.equals(input, valid.get(which))
                    && header.equals(packets.get(which).header());
            if (!sealed || !Arrays.equals(read, opened(which))) {
                throw new IllegalStateException("opened " + input.length + " bytes with " + header);
            }
        });
        assertThat(fuzz.count("undecodable-packet")).isPositive();
        decoder.close();
    }

    /** The samples of a packet. */
    private static byte[] opened(int packet) {
        return Sealing.units(10L * packet, 10).bytes();
    }
}
