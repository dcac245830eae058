package org.banip.measure.compression;

import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Deflate as in the system of 2003: each packet alone, without limits, and also where it makes the packet longer. */
final class DeflateMethod implements Method {
    private static final int LEVEL = 6;

    @Override
    public String name() {
        return "deflate-6";
    }

    @Override
    public List<PacketLength> lengths() {
        return PacketLength.PACKETS;
    }

    @Override
    public double cost() {
        return 40;
    }

    @Override
    public long measure(GroupSamples samples, int unitsPerPacket) throws InterruptedException {
        byte[] bytes = samples.bytes();
        int plain = (int)
                Math.min(bytes.length, (long) unitsPerPacket * samples.group().setBytes());
        byte[] packed = new byte[2 * plain + 64];
        byte[] unpacked = new byte[plain];
        Deflater deflater = new Deflater(LEVEL, true);
        Inflater inflater = new Inflater(true);
        try {
            long total = 0;
            for (int from = 0; from < bytes.length; from += plain) {
                Method.checkWanted();
                int length = Math.min(plain, bytes.length - from);
                deflater.reset();
                deflater.setInput(bytes, from, length);
                deflater.finish();
                int out = deflater.deflate(packed);
                total += out;
                inflater.reset();
                inflater.setInput(packed, 0, out);
                int back = inflater.inflate(unpacked, 0, length);
                RoundTripException.check(this, samples, from, unpacked, back);
                RoundTripException.checkEnd(this, samples, bytes.length + back - length);
            }
            return total;
        } catch (DataFormatException e) {
            throw new RoundTripException(this, samples, String.valueOf(e.getMessage()));
        } finally {
            deflater.end();
            inflater.end();
        }
    }
}
