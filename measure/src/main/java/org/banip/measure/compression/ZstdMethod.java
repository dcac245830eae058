package org.banip.measure.compression;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** One zstd stream that is flushed after each packet. All earlier packets are context. */
final class ZstdMethod implements Method {
    private static final int LEVEL = 19;

    @Override
    public String name() {
        return "zstd-19";
    }

    @Override
    public List<PacketLength> lengths() {
        return PacketLength.PACKETS;
    }

    @Override
    public double cost() {
        return 900;
    }

    @Override
    public long measure(GroupSamples samples, int unitsPerPacket) throws IOException, InterruptedException {
        byte[] bytes = samples.bytes();
        int plain = (int)
                Math.min(bytes.length, (long) unitsPerPacket * samples.group().setBytes());
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(packed, LEVEL)) {
            zstd.setCloseFrameOnFlush(false);
            for (int from = 0; from < bytes.length; from += plain) {
                Method.checkWanted();
                zstd.write(bytes, from, Math.min(plain, bytes.length - from));
                zstd.flush();
            }
        }
        try (ZstdInputStream zstd = new ZstdInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
            byte[] unpacked = zstd.readAllBytes();
            RoundTripException.check(this, samples, 0, unpacked, unpacked.length);
            RoundTripException.checkEnd(this, samples, unpacked.length);
        }
        return packed.size();
    }
}
