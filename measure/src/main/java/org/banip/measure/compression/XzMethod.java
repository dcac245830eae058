package org.banip.measure.compression;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.UnsupportedOptionsException;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/** Codes the whole recording as one xz file. */
final class XzMethod implements Method {
    private static final int PRESET = 9;
    private static final int AT_ONCE = 1 << 16;
    private static final int MOST_DICTIONARY = 1 << 26; // the preset's dictionary

    @Override
    public String name() {
        return "xz-9";
    }

    @Override
    public List<PacketLength> lengths() {
        return List.of(PacketLength.WHOLE);
    }

    @Override
    public double cost() {
        return 900;
    }

    @Override
    public long measure(GroupSamples samples, int unitsPerPacket) throws IOException, InterruptedException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (XZOutputStream xz = new XZOutputStream(packed, options(samples.bytes().length))) {
            for (int from = 0; from < samples.bytes().length; from += AT_ONCE) {
                Method.checkWanted();
                xz.write(samples.bytes(), from, Math.min(AT_ONCE, samples.bytes().length - from));
            }
        }
        try (XZInputStream xz = new XZInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
            byte[] unpacked = xz.readAllBytes();
            RoundTripException.check(this, samples, 0, unpacked, unpacked.length);
            RoundTripException.checkEnd(this, samples, unpacked.length);
        }
        return packed.size();
    }

    /** A dictionary that is not larger than the data. */
    private static LZMA2Options options(int length) throws UnsupportedOptionsException {
        int needed = Math.max(LZMA2Options.DICT_SIZE_MIN, length);
        LZMA2Options options = new LZMA2Options(PRESET);
        options.setDictSize(needed >= MOST_DICTIONARY ? MOST_DICTIONARY : Integer.highestOneBit(2 * needed - 1));
        return options;
    }
}
