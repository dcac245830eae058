package org.banip.measure.peer.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/** A packet as a JSON object, its samples as one flat list of numbers, sensor set after sensor set. Any thread. */
public final class PacketJson {
    private static final int DIGITS_PER_SAMPLE = 6;

    private final List<SampleLayout> layouts;

    /** The JSON of packets of these groups. */
    public PacketJson(List<SensorGroup> groups) {
        layouts = groups.stream().map(SampleLayout::new).toList();
    }

    /** The document. */
    public byte[] encode(Packet packet) {
        PacketHeader header = packet.header();
        SampleLayout layout = layouts.get(header.group());
        StringBuilder out = new StringBuilder(128 + header.unitCount() * layout.channels() * DIGITS_PER_SAMPLE);
        out.append("{\"group\":").append(header.group());
        out.append(",\"sequence\":").append(header.sequence());
        out.append(",\"origin\":").append(header.originNanos());
        out.append(",\"unit\":").append(header.firstUnit());
        out.append(",\"samples\":");
        char before = '[';
        for (int unit = 0; unit < header.unitCount(); unit++) {
            for (int channel = 0; channel < layout.channels(); channel++) {
                out.append(before).append(layout.read(packet.payload(), unit * layout.setBytes(), channel));
                before = ',';
            }
        }
        return out.append("]}").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The packet.
     *
     * @throws org.banip.core.error.BanipException if it is not such a document
     */
    public Packet decode(byte[] document) {
        JsonObject json = JsonObject.parse(new String(document, StandardCharsets.UTF_8));
        int group = (int) json.integer("group", 0, layouts.size() - 1L);
        SampleLayout layout = layouts.get(group);
        long[] samples = json.integers("samples", Integer.MIN_VALUE, Integer.MAX_VALUE);
        int units = samples.length / layout.channels();
        byte[] sets = new byte[units * layout.setBytes()];
        for (int at = 0; at < units * layout.channels(); at++) {
            int unit = at / layout.channels();
            layout.write(sets, unit * layout.setBytes(), at % layout.channels(), (int) samples[at]);
        }
        PacketHeader header = new PacketHeader(
                group,
                json.integer("sequence", 0, PacketHeader.MAX_NUMBER),
                json.integer("origin", 0, Long.MAX_VALUE),
                json.integer("unit", 0, PacketHeader.MAX_NUMBER),
                units,
                true);
        return Packet.of(header, sets);
    }
}
