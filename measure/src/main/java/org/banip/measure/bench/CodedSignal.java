package org.banip.measure.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.app.source.RecordedSensor;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.spi.Sensor;
import org.banip.recordings.Recordings;
import org.banip.seal.SealKeys;

/** A signal in packets, raw and coded, which is read in a loop. One thread. */
final class CodedSignal implements AutoCloseable {
    /** The public key in a chain's text that stands for one that is made for the run. */
    static final String NEW_KEY = "to=new";

    private static final int GENERATED_SECONDS = 120;
    private static final int GENERATED_HZ = 250;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final List<Block> raw = new ArrayList<>();
    private final List<Packet> coded = new ArrayList<>();
    private final BlockSink nowhere = block -> {};
    private final ChainEncoder encoder;
    private final ChainDecoder decoder;
    private int nextRaw;
    private int nextCoded;

    private CodedSignal(Sensor sensor, long units, TranscodingChain chain, int packetMillis) {
        long perPacket = sensor.group().frequency().unitAtOrAfter(packetMillis * NANOS_PER_MILLI);
        int most = (int) Math.max(1, Math.min(PacketHeader.MAX_UNITS, perPacket));
        long unit = 0;
        while (unit < units) {
            Block block = new Block(most * sensor.group().setBytes());
            int count = sensor.read(block, (int) Math.min(most, units - unit));
            if (count < 0) {
                break;
            }
            block.describe(0, unit, count);
            raw.add(block);
            unit += count;
        }
        BanDescription ban = new BanDescription("benchmark", List.of(sensor.group()));
        encoder = chain.newEncoder(ban, 0, () -> LinkConditions.UNKNOWN);
        decoder = chain.newDecoder(ban, 0);
        raw.forEach(block -> encoder.encode(block, this::keep));
    }

    private void keep(Block block) {
        PacketHeader header = new PacketHeader(
                0, coded.size(), block.originNanos(), block.firstUnit(), block.unitCount(), block.key());
        coded.add(Packet.of(header, Arrays.copyOf(block.bytes(), block.length())));
    }

    /** The first group of a recording, or two minutes of a generated ECG if its name is empty, coded. */
    static CodedSignal open(String chainText, String recording, int packetMillis) throws IOException {
        Path keys = Scratch.make();
        try {
            return open(chain(chainText, keys), recording, packetMillis);
        } finally {
            Scratch.delete(keys);
        }
    }

    private static CodedSignal open(TranscodingChain chain, String recording, int packetMillis) {
        if (recording.isEmpty()) {
            GeneratedEcg ecg = new GeneratedEcg(EcgSettings.builder()
                    .frequency(Frequency.ofHz(GENERATED_HZ))
                    .leads(List.of("II", "V5"))
                    .build());
            return new CodedSignal(ecg, (long) GENERATED_SECONDS * GENERATED_HZ, chain, packetMillis);
        }
        var group = Recordings.open(Path.of(recording)).groups().get(0);
        try (Sensor sensor = new RecordedSensor(group.open())) {
            return new CodedSignal(sensor, group.units(), chain, packetMillis);
        }
    }

    private static TranscodingChain chain(String text, Path keys) {
        String chain = text.replace(NEW_KEY, "to=" + new SealKeys(keys).make());
        return TranscodingChain.parse(chain, Transcoders.installed().withKeys(keys));
    }

    /** Encodes the next packet and returns how many bytes of samples it holds. */
    int encodeNext() {
        Block block = raw.get(nextRaw);
        nextRaw = nextRaw + 1 == raw.size() ? 0 : nextRaw + 1;
        encoder.encode(block, nowhere);
        return block.length();
    }

    /** Decodes the next packet and returns how many bytes of samples it holds. */
    int decodeNext() {
        Packet packet = coded.get(nextCoded);
        nextCoded = nextCoded + 1 == coded.size() ? 0 : nextCoded + 1; // the first is a key packet
        return decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length)
                .length();
    }

    @Override
    public void close() {
        encoder.close();
        decoder.close();
    }
}
