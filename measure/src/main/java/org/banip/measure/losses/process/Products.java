package org.banip.measure.losses.process;

import java.util.Map;
import org.banip.mbu.MobileBaseUnit;
import org.banip.measure.peer.grpc.GrpcPeer;
import org.banip.measure.peer.mqtt.MqttPeer;
import org.banip.measure.peer.nats.NatsPeer;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.wire.Compression;

/** The products by name, each with the settings that lose least. */
public final class Products {
    /** BANip with its default chain. */
    public static final String BANIP = "banip";
    /** BANip with a packet for each sample. */
    public static final String BANIP_EACH = "banip-each";
    /** MQTT 5, quality of service 1; Mosquitto saves after each change. */
    public static final String MQTT = "mqtt";
    /** gRPC; the sender's application keeps what is not answered and sends it again. */
    public static final String GRPC = "grpc";
    /** NATS JetStream, which syncs each message. */
    public static final String NATS = "nats";

    private static final Map<String, String> CHAINS =
            Map.of(BANIP, MobileBaseUnit.DEFAULT_CHAIN, BANIP_EACH, "packetizer(units=1)");
    private static final Map<String, Peer> PEERS = Map.of(
            MQTT,
            new MqttPeer(Compression.NONE, true),
            GRPC,
            new GrpcPeer(false),
            NATS,
            new NatsPeer(Compression.NONE));

    private Products() {}

    static boolean isBanip(String name) {
        return CHAINS.containsKey(name);
    }

    static String chain(String name) {
        return found(CHAINS, name);
    }

    /** The peer of this name. */
    public static Peer peer(String name) {
        return found(PEERS, name);
    }

    private static <T> T found(Map<String, T> all, String name) {
        T one = all.get(name);
        if (one == null) {
            throw new IllegalArgumentException(name + " is none of " + all.keySet());
        }
        return one;
    }
}
