package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.Fuzz;
import org.banip.core.testing.Seed;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged payloads for the decoder half of each component (docs/faults.md, "Fuzzing"). A payload is decoded as a key packet, or as the one behind a
 * valid key packet. The header says the right number of sensor sets, or any.
 */
class DecoderFuzzTest {
    private static final int INPUTS = 4_000;
    /** Of a decoder that takes milliseconds for each input. */
    private static final int FEW_INPUTS = 1_000;

    private static final SensorGroup MIXED = AwkwardSignals.mixed("100", 8, 16, 24, 32);
    private static final int UNITS = 12;
    /** What an error with its trace, the coder's state of a key packet and the growth of its buffers take. */
    private static final long ALLOWANCE = 4L << 20;

    private static List<Packet> packets(TranscodingChain chain) {
        List<Packet> packets = new ArrayList<>();
        for (Signal signal : List.of(
                AwkwardSignals.wandering(MIXED, 8 * UNITS, 5, 20),
                AwkwardSignals.of("coarse", MIXED, 8 * UNITS, (unit, c) -> (unit * unit >> 3) % 40 * 3 + 1),
                AwkwardSignals.of("steps", MIXED, 8 * UNITS, (unit, c) -> unit / 9 * 1000 * (c + 1)),
                Signal.noise(MIXED, 4 * UNITS, 21))) {
            packets.addAll(Transcript.encode(chain, signal, UNITS, 5));
        }
        return packets;
    }

    /** The units of a packet in the first byte, before its payload. */
    private static byte[] input(Packet packet) {
        byte[] input = new byte[1 + packet.payload().length];
        input[0] = (byte) packet.header().unitCount();
        System.arraycopy(packet.payload(), 0, input, 1, input.length - 1);
        return input;
    }

    private static PacketHeader header(byte[] input, Random random, boolean key) {
        int any = (int) (1 + Seed.number(random, PacketHeader.MAX_UNITS - 1));
        int said = input.length == 0 ? 1 : Math.max(1, input[0] & 0xff);
        int units = random.nextInt(4) > 0 ? said : Math.min(any, 2000);
        return new PacketHeader(0, 1, Signal.ORIGIN_NANOS, UNITS, units, key);
    }

    /** A chain turns a component's failure into an error of the packet. Here it is a failure. */
    private static Block decode(ChainDecoder decoder, PacketHeader header, byte[] payload) {
        try {
            return decoder.decode(header, payload, 0, payload.length);
        } catch (BanipException e) {
            if (e.getCause() != null && !(e.getCause() instanceof BanipException)) {
                throw new IllegalStateException(e);
            }
            throw e;
        }
    }

    /** Payloads of events: half of them as an app would offer them, half with any bytes. */
    private static List<byte[]> events(SensorGroup group) {
        Random random = new Random(7);
        SampleLayout layout = new SampleLayout(group);
        List<byte[]> inputs = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Block block = new Block(UNITS * layout.setBytes());
            random.nextBytes(block.bytes());
            block.length(UNITS * layout.setBytes());
            for (int unit = 0; unit < UNITS && i % 2 == 0; unit++) {
                int at = unit * layout.setBytes();
                Arrays.fill(block.bytes(), at, at + layout.setBytes(), (byte) unit);
                layout.writeInstant(block.bytes(), at, Signal.ORIGIN_NANOS + unit * 40_000_000L * i);
                layout.writeText(block.bytes(), at, "event " + unit);
            }
            block.describe(Signal.ORIGIN_NANOS, 0, UNITS);
            Transcript.chain("events").newEncoder(group).encode(block, packet -> {
                byte[] input = new byte[1 + packet.length()];
                input[0] = UNITS;
                System.arraycopy(packet.bytes(), 0, input, 1, packet.length());
                inputs.add(input);
            });
        }
        return inputs;
    }

    @Test
    void damagedEvents() throws Exception {
        SensorGroup group = MIXED.withEvents(20);
        SampleLayout layout = new SampleLayout(group);
        Fuzz fuzz = Fuzz.of("events", "undecodable-packet").allocating(input -> ALLOWANCE + 16L * input.length);
        ChainDecoder decoder = Transcript.chain("events").newDecoder(group);
        fuzz.run(events(group), INPUTS, (input, random) -> {
            PacketHeader header = header(input, random, true);
            Block block = decode(decoder, header, Arrays.copyOfRange(input, Math.min(1, input.length), input.length));
            for (int at = 0; at < block.length(); at += layout.setBytes()) {
                assertThat(layout.text(block.bytes(), at).length()).isLessThanOrEqualTo(layout.textBytes());
            }
        });
        assertThat(fuzz.count("undecodable-packet")).isPositive();
        assertThat(fuzz.count("read")).isPositive();
        decoder.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "packetizer(units=12)",
                "deflate(level=6)",
                "deflate(context=stream,key=2s)",
                "rice",
                "predict(key=2s)",
                "predict(effort=high,key=2s)",
                "auto(key=2s)",
                "auto(effort=high,key=2s)",
                "predict(key=2s)|deflate(level=1)"
            })
    void damagedPayloads(String text) throws Exception {
        TranscodingChain chain = Transcript.chain(text);
        List<Packet> packets = packets(chain);
        Packet key = packets.get(0);
        Fuzz fuzz = Fuzz.of(text, "undecodable-packet").allocating(input -> ALLOWANCE + 16L * input.length);
        ChainDecoder[] decoder = {chain.newDecoder(MIXED)};
        int inputs = text.contains("effort=high") ? FEW_INPUTS : INPUTS;
        fuzz.run(packets.stream().map(DecoderFuzzTest::input).toList(), inputs, (input, random) -> {
            boolean first = random.nextBoolean();
            if (!first) {
                decoder[0].decode(key.header(), key.payload(), 0, key.payload().length);
            }
            PacketHeader header = header(input, random, first);
            byte[] payload = Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
            Block block = decode(decoder[0], header, payload);
            if (block.length() != header.unitCount() * MIXED.setBytes()) {
                throw new IllegalStateException(block.length() + " bytes for " + header);
            }
        });
        assertThat(fuzz.count("undecodable-packet")).isPositive();
        assertThat(fuzz.count("read")).isPositive();
        decoder[0].close();
    }
}
