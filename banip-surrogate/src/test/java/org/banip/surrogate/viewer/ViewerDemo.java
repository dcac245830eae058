package org.banip.surrogate.viewer;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.TestMbu;

/** A host with three made-up patients in real time, to look at its page: run it and open the address it prints. */
public final class ViewerDemo {
    private static final String CHAIN = "packetizer(units=90,hold=250ms)|deflate(level=6,context=stream)";

    private static final String[] LEADS = {"I", "II", "III", "aVR", "aVL", "aVF", "V1", "V2", "V3", "V4", "V5", "V6"};

    private ViewerDemo() {}

    /** The port, and for how many seconds. */
    public static void main(String[] args) throws Exception {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 8080;
        long seconds = args.length > 1 ? Long.parseLong(args[1]) : 3600;
        Path directory = Files.createTempDirectory("banip-viewer");
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                        .build();
                HostServer server = HostServer.start(
                        host,
                        HostServerSettings.builder().address("127.0.0.1", port).build())) {
            System.out.println(server.baseUri());
            List<Feeder> feeders = new ArrayList<>();
            feeders.add(new Feeder(server.baseUri(), new GeneratedBan("ward3-bed07", 1, 68, "II", "V5")));
            feeders.add(new Feeder(server.baseUri(), new GeneratedBan("ward3-bed11", 2, 84, LEADS)));
            feeders.add(new Feeder(server.baseUri(), new GeneratedBan("home-0042", 3, 57, "MLII")));
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            while (System.nanoTime() < end) {
                for (Feeder feeder : feeders) {
                    feeder.feed();
                }
                Thread.sleep(20);
            }
        }
    }

    /** Samples on schedule, encodes, and flushes one endless request. */
    private static final class Feeder {
        private final GeneratedBan made;
        private final BanDescription ban;
        private final HttpWire wire;
        private final long origin = System.currentTimeMillis() * 1_000_000L;
        private final List<ChainEncoder> encoders = new ArrayList<>();
        private final List<SampleLayout> layouts = new ArrayList<>();
        private final long[] sampled;
        private final long[] sequence;
        private final FrameEncoder frames;
        private final FrameBuffer out = new FrameBuffer(4096);

        Feeder(URI base, GeneratedBan made) throws Exception {
            this.made = made;
            ban = made.ban();
            int groups = ban.groups().size();
            sampled = new long[groups];
            sequence = new long[groups];
            TranscodingChain chain = TranscodingChain.parse(CHAIN, Transcoders.installed());
            for (SensorGroup group : ban.groups()) {
                encoders.add(chain.newEncoder(group));
                layouts.add(new SampleLayout(group));
            }
            TestMbu mbu = new TestMbu(base, Map.of(), CHAIN, ban);
            mbu.register();
            wire = mbu.beginData();
            frames = new FrameEncoder(java.util.Collections.nCopies(groups, null), new boolean[groups]);
        }

        void feed() throws Exception {
            out.clear();
            long now = System.currentTimeMillis() * 1_000_000L - origin;
            for (int group = 0; group < sampled.length; group++) {
                SensorGroup described = ban.groups().get(group);
                while (described.frequency().nanosOfUnit(sampled[group]) <= now) {
                    sample(group, described);
                }
                int current = group;
                if (encoders.get(group).flushDueNanos() - origin <= now) {
                    encoders.get(group).flush(block -> send(current, block));
                }
            }
            if (out.length() > 0) {
                wire.chunk(out.toByteArray());
            }
        }

        private void sample(int group, SensorGroup described) {
            SampleLayout layout = layouts.get(group);
            byte[] set = new byte[layout.setBytes()];
            double t = described.frequency().nanosOfUnit(sampled[group]) / 1e9;
            for (int channel = 0; channel < layout.channels(); channel++) {
                org.banip.core.ban.Channel of = described.channels().get(channel);
                double digital = of.baseline() + of.gain() * made.value(group, channel, t);
                layout.write(set, 0, channel, (int) Math.round(digital));
            }
            Block block = new Block(set.length);
            block.append(set, 0, set.length);
            block.describe(origin, sampled[group]++, 1);
            encoders.get(group).encode(block, encoded -> send(group, encoded));
        }

        private void send(int group, Block block) {
            PacketHeader header = new PacketHeader(
                    group, sequence[group]++, block.originNanos(), block.firstUnit(), block.unitCount(), block.key());
            byte[] payload = java.util.Arrays.copyOf(block.bytes(), block.length());
            frames.encode(Packet.of(header, payload), out);
        }
    }
}
