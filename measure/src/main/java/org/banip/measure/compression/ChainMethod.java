package org.banip.measure.compression;

import java.util.List;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;

/**
 * A BANip chain that codes packet after packet, with key packets. As on the wire, a packet has at most {@value PacketHeader#MAX_UNITS} units.
 * Only payload is counted, because headers do not depend on the method.
 */
final class ChainMethod implements Method {
    private final String name;
    private final TranscodingChain chain;
    private final double cost;

    ChainMethod(String chain, double cost) {
        name = chain;
        this.chain = TranscodingChain.parse(chain, Transcoders.installed());
        this.cost = cost;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<PacketLength> lengths() {
        return PacketLength.PACKETS;
    }

    @Override
    public double cost() {
        return cost;
    }

    @Override
    public long measure(GroupSamples samples, int unitsPerPacket) throws InterruptedException {
        int most = Math.min(unitsPerPacket, PacketHeader.MAX_UNITS);
        Block block = new Block(most * samples.group().setBytes());
        try (ChainEncoder encoder = chain.newEncoder(samples.group());
                ChainDecoder decoder = chain.newDecoder(samples.group())) {
            Check check = new Check(samples, decoder);
            for (int unit = 0; unit < samples.units(); unit += most) {
                Method.checkWanted();
                int units = Math.min(most, samples.units() - unit);
                int setBytes = samples.group().setBytes();
                block.clear();
                block.append(samples.bytes(), unit * setBytes, units * setBytes);
                block.describe(0, unit, units);
                encoder.encode(block, check::take);
            }
            encoder.flush(check::take);
            RoundTripException.checkEnd(this, samples, check.end);
            return check.bytes;
        }
    }

    /** Counts and decodes packets as they come. */
    private final class Check {
        private final GroupSamples samples;
        private final ChainDecoder decoder;
        private long sequence;
        private long bytes;
        private int end;

        Check(GroupSamples samples, ChainDecoder decoder) {
            this.samples = samples;
            this.decoder = decoder;
        }

        void take(Block packet) {
            PacketHeader header = new PacketHeader(
                    0, sequence++, packet.originNanos(), packet.firstUnit(), packet.unitCount(), packet.key());
            bytes += packet.length();
            Block sets = decoder.decode(header, packet.bytes(), 0, packet.length());
            RoundTripException.check(ChainMethod.this, samples, end, sets.bytes(), sets.length());
            end += sets.length();
        }
    }
}
