package org.banip.measure.overhead;

import java.util.ArrayList;
import java.util.List;
import org.banip.emulator.profile.Way;

/**
 * Bytes on the wire of one packet of a transcoding chain (thesis, overhead model). The first packet of a request carries its header and the
 * beginning of the payload. Each further packet has an acknowledgement of its own.
 */
public final class OverheadModel {
    /** The model with the headers of the thesis. */
    public static final OverheadModel THESIS = new OverheadModel(Headers.THESIS);

    /** SYN, ACK of the SYN's answer, request, ACK of the response, end. */
    private static final int CONNECTION_UP = 5;
    /** Answer to the SYN, ACK of the request, response, end. */
    private static final int CONNECTION_DOWN = 4;
    /** CR LF after a chunk's size, CR LF after the chunk, and two more bytes that the thesis counts for a chunk. */
    private static final int CHUNK = 6;

    private final Headers headers;

    /** With these sizes. */
    public OverheadModel(Headers headers) {
        this.headers = headers;
    }

    /**
     * Bytes on the wire for one payload.
     *
     * @param payload bytes of HTTP payload, at least 1
     */
    public WireBytes bytes(ModelExchange exchange, int payload) {
        if (payload < 1) {
            throw new IllegalArgumentException("a payload of " + payload + " bytes, must be at least 1");
        }
        return switch (exchange) {
            case PER_REQUEST -> request(payload, CONNECTION_UP, headers.synUp(), CONNECTION_DOWN, headers.synDown());
            case PERSISTENT -> request(payload, 1, 0, 1, 0);
            case CHUNKED -> chunked(payload);
            case TCP_ONLY -> tcp(payload);
        };
    }

    /**
     * The packets whose sum {@link #bytes} returns, for each direction in the order of sending.
     *
     * @param payload bytes of HTTP payload, at least 1
     */
    public List<ModelPacket> packets(ModelExchange exchange, int payload) {
        List<ModelPacket> packets = new ArrayList<>();
        boolean connects = exchange == ModelExchange.PER_REQUEST;
        boolean answers = connects || exchange == ModelExchange.PERSISTENT;
        int packet = headers.packet();
        if (connects) {
            packets.add(new ModelPacket(Way.UP, PacketKind.SYN, packet + headers.synUp(), 0));
            packets.add(new ModelPacket(Way.DOWN, PacketKind.SYN_ACK, packet + headers.synDown(), 0));
            packets.add(new ModelPacket(Way.UP, PacketKind.OPENED, packet, 0));
        }
        segments(packets, exchange, payload);
        if (answers) {
            packets.add(new ModelPacket(Way.DOWN, PacketKind.ANSWER, packet, headers.response()));
        }
        if (connects) {
            packets.add(new ModelPacket(Way.DOWN, PacketKind.END, packet, 0));
            packets.add(new ModelPacket(Way.UP, PacketKind.ANSWER_ACK, packet, 0));
            packets.add(new ModelPacket(Way.UP, PacketKind.RESET, packet, 0));
        }
        return packets;
    }

    /** The sent segments, and an acknowledgement for each. On a persistent connection the answer carries the last acknowledgement. */
    private void segments(List<ModelPacket> packets, ModelExchange exchange, int payload) {
        WireBytes sum = bytes(exchange, payload);
        int own = switch (exchange) {
            case PER_REQUEST, PERSISTENT -> headers.request();
            case CHUNKED -> chunkBytes(payload);
            case TCP_ONLY -> 0;
        };
        int segments = (int) sum.packetsUp() - (exchange == ModelExchange.PER_REQUEST ? CONNECTION_UP - 1 : 0);
        int left = own + payload;
        for (int i = 1; i <= segments; i++) {
            int size = i == segments ? left : headers.segment(); // the model counts no packet for a chunk's own bytes
            PacketKind kind = i == 1 ? PacketKind.FIRST : PacketKind.FURTHER;
            packets.add(new ModelPacket(Way.UP, kind, headers.packet(), size));
            left -= size;
        }
        for (int i = exchange == ModelExchange.PERSISTENT ? 2 : 1; i <= segments; i++) {
            packets.add(new ModelPacket(Way.DOWN, PacketKind.DATA_ACK, headers.packet(), 0));
        }
    }

    /** Bytes that HTTP adds to a chunk of this size. */
    public int chunkBytes(int payload) {
        return CHUNK + Integer.toHexString(payload).length();
    }

    private WireBytes request(int payload, int up, int synUp, int down, int synDown) {
        long further = divideUp(Math.max(0, payload - (headers.segment() - headers.request())), headers.segment());
        long packetsUp = up + further;
        long packetsDown = down + further;
        return new WireBytes(
                packetsUp,
                headers.request() + synUp + headers.packet() * packetsUp + payload,
                packetsDown,
                headers.response() + synDown + headers.packet() * packetsDown);
    }

    private WireBytes tcp(int payload) {
        long packets = divideUp(payload, headers.segment());
        return new WireBytes(packets, headers.packet() * packets + payload, packets, headers.packet() * packets);
    }

    private WireBytes chunked(int payload) {
        WireBytes tcp = tcp(payload);
        return new WireBytes(tcp.packetsUp(), tcp.bytesUp() + chunkBytes(payload), tcp.packetsDown(), tcp.bytesDown());
    }

    private static int divideUp(int number, int by) {
        return (number + by - 1) / by;
    }
}
