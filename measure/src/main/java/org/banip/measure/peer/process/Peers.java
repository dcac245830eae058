package org.banip.measure.peer.process;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.uplink.Uplinks;
import org.banip.measure.peer.coap.CoapPeer;
import org.banip.measure.peer.grpc.GrpcPeer;
import org.banip.measure.peer.mqtt.MqttPeer;
import org.banip.measure.peer.nats.NatsPeer;
import org.banip.measure.peer.post.PostPeer;
import org.banip.measure.peer.reception.PeerStore;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.websocket.WebSocketPeer;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.zenoh.ZenohPeer;

/** All compared peers, by their names in results. */
public final class Peers {
    /** The coder of the default chain. */
    private static final String CODER = MobileBaseUnit.DEFAULT_CHAIN.split("\\|", 2)[1];
    /** The uplink with one connection, as all peers have it. */
    private static final String ONE = "duplex";

    private static final Map<String, BanipWay> BANIP = new LinkedHashMap<>();
    private static final Map<String, Peer> PEERS = new LinkedHashMap<>();

    static {
        BANIP.put("banip", new BanipWay(MobileBaseUnit.DEFAULT_CHAIN, ONE));
        BANIP.put("banip-200ms", new BanipWay(PeerStore.CHAIN + "|" + CODER, ONE));
        BANIP.put("banip-deflate", new BanipWay(PeerStore.CHAIN + "|deflate(context=stream)", ONE));
        BANIP.put("banip-plain", new BanipWay(PeerStore.CHAIN, ONE));
        BANIP.put("banip-chunked", new BanipWay(MobileBaseUnit.DEFAULT_CHAIN, Uplinks.CHUNKED));
        BANIP.put("banip-persistent", new BanipWay(MobileBaseUnit.DEFAULT_CHAIN, Uplinks.PERSISTENT));
        PEERS.put("mqtt", new MqttPeer(Compression.NONE, false));
        PEERS.put("mqtt-deflate", new MqttPeer(Compression.DEFLATE, false));
        PEERS.put("grpc", new GrpcPeer(false));
        PEERS.put("grpc-gzip", new GrpcPeer(true));
        PEERS.put("websocket", new WebSocketPeer(false));
        PEERS.put("websocket-deflate", new WebSocketPeer(true));
        PEERS.put("nats", new NatsPeer(Compression.NONE));
        PEERS.put("nats-deflate", new NatsPeer(Compression.DEFLATE));
        PEERS.put("zenoh", new ZenohPeer(Compression.NONE));
        PEERS.put("zenoh-deflate", new ZenohPeer(Compression.DEFLATE));
        PEERS.put("coap", new CoapPeer(Compression.NONE));
        PEERS.put("coap-deflate", new CoapPeer(Compression.DEFLATE));
        PEERS.put("post", new PostPeer(Compression.NONE));
        PEERS.put("post-gzip", new PostPeer(Compression.GZIP));
    }

    private Peers() {}

    /**
     * Settings of BANip.
     *
     * @param chain the transcoding chain
     * @param uplink name of the uplink
     */
    record BanipWay(String chain, String uplink) {}

    /** All names, in the order in which they are shown. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(BANIP.keySet());
        names.addAll(PEERS.keySet());
        return names;
    }

    /** Whether it is BANip itself. */
    public static boolean isBanip(String name) {
        return BANIP.containsKey(name);
    }

    /** The settings of BANip under this name. */
    static BanipWay banip(String name) {
        BanipWay way = BANIP.get(name);
        if (way == null) {
            throw unknown(name);
        }
        return way;
    }

    /**
     * A peer.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Peer peer(String name) {
        Peer peer = PEERS.get(name);
        if (peer == null) {
            throw unknown(name);
        }
        return peer;
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(name + " is none of " + names());
    }
}
