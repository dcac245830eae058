package org.banip.measure.compression;

import java.util.List;
import org.banip.core.ban.SampleLayout;
import org.banip.measure.flac.Bits;
import org.banip.measure.flac.FlacStyle;

/** Codes each channel of the whole recording by itself, in long blocks, as FLAC does. */
final class FlacMethod implements Method {
    @Override
    public String name() {
        return "flac-style";
    }

    @Override
    public List<PacketLength> lengths() {
        return List.of(PacketLength.WHOLE);
    }

    @Override
    public double cost() {
        return 400;
    }

    @Override
    public long measure(GroupSamples samples, int unitsPerPacket) throws InterruptedException {
        SampleLayout layout = new SampleLayout(samples.group());
        long total = 0;
        for (int c = 0; c < layout.channels(); c++) {
            Method.checkWanted();
            int[] column = new int[samples.units()];
            for (int unit = 0; unit < column.length; unit++) {
                column[unit] = layout.read(samples.bytes(), unit * layout.setBytes(), c);
            }
            Bits bits = new Bits();
            FlacStyle coder = new FlacStyle(8 * layout.width(c));
            coder.encode(column, bits);
            total += bits.length();
            int[] decoded = new int[column.length];
            coder.decode(bits, decoded);
            for (int unit = 0; unit < column.length; unit++) {
                if (decoded[unit] != column[unit]) {
                    throw new RoundTripException(this, samples, "unit " + unit + " of channel " + c + " differs");
                }
            }
        }
        return total;
    }
}
